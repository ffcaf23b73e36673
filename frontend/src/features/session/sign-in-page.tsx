import { Anchor } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useSearchParams } from "react-router";
import { useSession } from "@/api/session";
import { AuthFrame } from "@/features/session/auth-frame";
import classes from "@/features/session/session.module.css";
import { SignInForm } from "@/features/session/sign-in-form";

export function SignInPage() {
  const { t } = useTranslation("session");
  const [params] = useSearchParams();
  const session = useSession();
  const next = safeNext(params.get("next"));
  const isPanel = next === "/admin" || next.startsWith("/admin/");
  const isSignedIn = Boolean(session.data?.user);
  useEffect(() => {
    // The administrator's panel is no page of this application.
    if (isSignedIn && isPanel) window.location.replace(next);
  }, [isSignedIn, isPanel, next]);
  if (isSignedIn) return isPanel ? null : <Navigate to={next} replace />;
  if (session.data?.setup_required) return <Navigate to="/setup" replace />;
  return (
    <AuthFrame title={t("signIn.title")}>
      <SignInForm pending={session.data?.second_step ?? []} />
      <p className={classes.below}>
        {session.data?.sends_mail ? (
          <Anchor inherit component={Link} to="/forgot-password">
            {t("forgotten.question")}
          </Anchor>
        ) : (
          t("forgotten.noMail")
        )}
      </p>
    </AuthFrame>
  );
}

/** Safe destination after signing in: an internal path, never an external address from a link. */
function safeNext(next: string | null): string {
  if (next === null || !next.startsWith("/")) return "/";
  const target = new URL(next, window.location.origin);
  return target.origin === window.location.origin ? target.pathname + target.search : "/";
}
