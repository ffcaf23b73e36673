import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useSearchParams } from "react-router";
import { useAccountLink, useSession } from "@/api/session";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { AuthFrame } from "@/features/session/auth-frame";
import classes from "@/features/session/session.module.css";
import { SetupForm } from "@/features/session/setup-form";

/** Page of one-time links: the first administrator's, which the server printed, and those from administrators. */
export function SetupPage() {
  const { t } = useTranslation("session");
  const [params] = useSearchParams();
  const session = useSession();
  const token = params.get("token");
  const isFirst = session.data?.setup_required;
  if (!session.data) return null;
  if (!isFirst && token !== null) return <AccountLinkPage token={token} />;
  if (session.data.user) return <Navigate to="/" replace />;
  if (!isFirst) return <Navigate to="/sign-in" replace />;
  if (token === null) {
    return (
      <AuthFrame title={t("setup.title")} text={t("setup.noToken")}>
        <p className={classes.hint}>
          <Icon name="terminal-2" size={16} />
          <code>Create the first administrator: …/setup?token=…</code>
        </p>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t("setup.title")} text={t("setup.text")}>
      <SetupForm token={token} submit={t("setup.submit")} username={null} />
    </AuthFrame>
  );
}

/** An invitation, or a link to a new password. */
function AccountLinkPage({ token }: { token: string }) {
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
