import { Navigate, Outlet, useLocation } from "react-router";
import { useSession } from "@/api/session";
import { QueryState } from "@/components/query-list";
import { ConfirmDialog } from "@/features/session/confirm-dialog";
import { SignInAgain } from "@/features/session/sign-in-again";
import { TooManyConnections } from "@/features/session/too-many-connections";
import { useReportedLanguage } from "@/hooks/use-reported-language";

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
