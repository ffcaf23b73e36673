import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { useSession } from "@/api/queries";
import { Icon } from "@/components/icon";
import { AuthFrame } from "@/features/session/auth-frame";
import classes from "@/features/session/session.module.css";
import { SetupForm } from "@/features/session/setup-form";

/** The first visit: whoever holds the link that the server printed becomes the administrator. */
export function SetupPage() {
  const { t } = useTranslation("session");
  const [params] = useSearchParams();
  const session = useSession();
  const token = params.get("token");
  if (session.data?.user) return <Navigate to="/workflows" replace />;
  if (session.data && !session.data.setup_required) return <Navigate to="/sign-in" replace />;
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
      <SetupForm token={token} />
    </AuthFrame>
  );
}
