import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAccountLink } from "@/api/queries/session";
import { FormError } from "@/components/form-error";
import { AuthFrame } from "@/features/session/auth-frame";
import { SetupForm } from "@/features/session/setup-form";

/** An invitation, or a link to a new password. */
export function AccountLinkPage({ token }: { token: string }) {
  const { t } = useTranslation("session");
  const link = useAccountLink(token);
  if (link.isPending) return null;
  if (link.isError) {
    return (
      <AuthFrame title={t("linkGone.title")}>
        <FormError error={link.error} />
        <Button component={Link} to="/sign-in" variant="default" mt={16} fullWidth>
          {t("toSignIn")}
        </Button>
      </AuthFrame>
    );
  }
  const { username } = link.data;
  const texts = username === null ? "invitation" : "reset";
  return (
    <AuthFrame title={t(`${texts}.title`, { name: username })} text={t(`${texts}.text`)}>
      <SetupForm token={token} submit={t(`${texts}.submit`)} username={username} />
    </AuthFrame>
  );
}
