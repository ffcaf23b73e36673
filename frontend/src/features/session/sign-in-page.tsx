import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { useSession } from "@/api/queries";
import { AuthFrame } from "@/features/session/auth-frame";
import { safeNext } from "@/features/session/safe-next";
import { SignInForm } from "@/features/session/sign-in-form";

export function SignInPage() {
  const { t } = useTranslation("session");
  const [params] = useSearchParams();
  const session = useSession();
  if (session.data?.user) return <Navigate to={safeNext(params.get("next"))} replace />;
  if (session.data?.setup_required) return <Navigate to="/setup" replace />;
  return (
    <AuthFrame title={t("signIn.title")}>
      <SignInForm />
    </AuthFrame>
  );
}
