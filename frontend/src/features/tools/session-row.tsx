import { ActionIcon, Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { ToolSession } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { RelativeTime } from "@/components/relative-time";
import rows from "@/components/rows.module.css";
import { useErrorText } from "@/components/use-error-text";
import classes from "@/features/tools/tools.module.css";
import { useNow } from "@/hooks/use-now";
import { useUser } from "@/hooks/use-user";
import { currentLanguage } from "@/i18n";
import { formatUntil } from "@/i18n/format";

type Props = { session: ToolSession; tool: string };

export function ToolSessionRow({ session, tool }: Props) {
  const { t } = useTranslation("tools");
  const user = useUser();
  const now = useNow("slow");
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const answers = {
    onError: (error: Error) => notifyFailed(errorText(error)),
    // Also after an error: a session that is gone should leave the list.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.toolSessions }),
  };
  const refresh = useMutation({ mutationFn: () => api.tools.refreshSession(session.id), ...answers });
  const destroy = useMutation({ mutationFn: () => api.tools.destroySession(session.id), ...answers });
  const name = session.name || tool || session.id;
  return (
    <li className={rows.row}>
      <div className={rows.rowText}>
        <p className={classes.sessionName}>{name}</p>
        <p className={classes.rowAbout}>{[session.name && tool, session.id].filter(Boolean).join(" · ")}</p>
      </div>
      {session.owner.id !== user.id && <span className={classes.quiet}>{session.owner.username}</span>}
      <span className={classes.quiet}>
        {t("sessions.used")} <RelativeTime iso={session.last_activity_at} />
        {" · "}
        {t("sessions.ends", { when: formatUntil(session.expires_at, now, currentLanguage()) })}
      </span>
      <Button
        size="xs"
        variant="default"
        aria-label={t("sessions.refreshLabel", { name })}
        loading={refresh.isPending}
        onClick={() => refresh.mutate()}
      >
        {t("sessions.refresh")}
      </Button>
      <ConfirmButton
        question={t("sessions.destroyQuestion")}
        confirmLabel={t("sessions.destroy")}
        onConfirm={() => destroy.mutate()}
      >
        <ActionIcon aria-label={t("sessions.destroyLabel", { name })}>
          <Icon name="trash" />
        </ActionIcon>
      </ConfirmButton>
    </li>
  );
}
