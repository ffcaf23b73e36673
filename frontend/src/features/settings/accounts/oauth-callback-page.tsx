import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { CATALOGUE, server } from "@/api/cache";
import { announceConnected } from "@/components/accounts/accounts-channel";
import { Icon } from "@/components/icon";
import { useErrorText } from "@/components/use-error-text";
import classes from "@/features/settings/settings.module.css";

/** OAuth callback; its code works once, so it is sent once. */
export function OauthCallbackPage() {
  const { t } = useTranslation("settings");
  const [params] = useSearchParams();
  const errorText = useErrorText();
  const body = { answer: Object.fromEntries(params) };
  const answer = server.useQuery("post", "/api/accounts/answer/", { body }, { ...CATALOGUE, retry: false });
  const isConnected = answer.data !== undefined;
  useEffect(() => {
    if (!isConnected) return;
    announceConnected();
    window.close();
  }, [isConnected]);
  return (
    <main className={classes.callbackPage}>
      {answer.isPending && <p role="status">{t("accounts.callback.busy")}</p>}
      {answer.data && (
        <>
          <Icon name="check" size={28} />
          <h1 className={classes.title}>{t("accounts.callback.done", { name: answer.data.name })}</h1>
          <p className={classes.text}>{t("accounts.callback.close")}</p>
        </>
      )}
      {answer.isError && (
        <div role="alert">
          <h1 className={classes.title}>{t("accounts.callback.failed")}</h1>
          <p className={classes.text}>{errorText(answer.error).text}</p>
        </div>
      )}
      {!answer.isPending && <Link to="/settings/credentials">{t("accounts.callback.back")}</Link>}
    </main>
  );
}
