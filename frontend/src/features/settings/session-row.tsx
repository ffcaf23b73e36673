import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { BrowserSession } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { notifyFailed } from "@/components/notify";
import { RelativeTime } from "@/components/relative-time";
import { useErrorText } from "@/components/use-error-text";
import classes from "@/features/settings/settings.module.css";
import { useSignOut } from "@/hooks/use-sign-out";
import { browserName } from "@/lib/browser-name";

export function SessionRow({ session }: { session: BrowserSession }) {
  const { t } = useTranslation("settings");
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const signOut = useSignOut();
  const end = useMutation({
    mutationFn: () => api.session.end(session.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.browserSessions }),
    onError: (error) => notifyFailed(errorText(error)),
  });
  const known = browserName(session.user_agent);
  const name = known ? t("account.browser", known) : t("account.unknownBrowser");
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <div className={classes.rowText}>
          <p className={classes.rowName} title={session.user_agent}>
            {name} {session.is_current && <span className={classes.mark}>{t("account.here")}</span>}
          </p>
          <p className={classes.rowAbout}>
            {session.address} · {t("account.since")} <RelativeTime iso={session.created_at} /> ·{" "}
            {t("account.seen")} <RelativeTime iso={session.last_seen_at} />
          </p>
        </div>
        {session.is_current ? (
          <Button size="xs" variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            {t("account.signOut")}
          </Button>
        ) : (
          <ConfirmButton
            question={t("account.endQuestion", { name })}
            confirmLabel={t("account.end")}
            onConfirm={() => end.mutate()}
          >
            <Button
              size="xs"
              variant="default"
              loading={end.isPending}
              aria-label={t("account.endLabel", { name })}
            >
              {t("account.end")}
            </Button>
          </ConfirmButton>
        )}
      </div>
    </li>
  );
}
