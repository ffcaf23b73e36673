import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, Outlet, useLocation } from "react-router";
import { useRefresh } from "@/api/cache";
import { ask } from "@/api/http";
import { useSession } from "@/api/session";
import type { User } from "@/api/types";
import { QueryState } from "@/components/query-list";
import { ConfirmDialog } from "@/features/session/confirm-dialog";
import { SignInAgain } from "@/features/session/sign-in-again";
import { TooManyConnections } from "@/features/session/too-many-connections";

/** Lets only signed-in people through; others go to the sign-in or, while nobody exists, to the set-up. */
export function RequireSession() {
  const session = useSession();
  const { pathname, search } = useLocation();
  useReportedLanguage(session.data?.user);
  if (!session.isSuccess) return <QueryState query={session} pending={null} />;
  if (session.data.setup_required) return <Navigate to="/setup" replace />;
  if (session.data.user === null) {
    const next = pathname === "/" ? "" : `?next=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/sign-in${next}`} replace />;
  }
  return (
    <>
      <Outlet />
      <SignInAgain user={session.data.user} />
      <ConfirmDialog username={session.data.user.username} />
      <TooManyConnections />
    </>
  );
}

/** Keep the language of the screens with the person, since their mails are written in it. */
function useReportedLanguage(user: User | null | undefined): void {
  const refresh = useRefresh();
  const { language } = useTranslation().i18n;
  const isUnknown = user != null && user.preferences.language !== language;
  useEffect(() => {
    if (!isUnknown) return;
    // A mail in an earlier language is no reason to disturb anybody; the next visit tries again.
    ask("patch", "/api/account/preferences/", { body: { language } }).then(
      () => refresh("/api/session/"),
      () => undefined,
    );
  }, [isUnknown, language, refresh]);
}
