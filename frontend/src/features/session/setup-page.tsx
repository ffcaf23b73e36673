import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { useSession } from "@/api/queries/session";
import { Icon } from "@/components/icon";
import { AccountLinkPage } from "@/features/session/account-link-page";
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
  if (session.data.user) return <Navigate to="/workflows" replace />;
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
