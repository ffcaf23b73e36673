import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { useToolConfigs, useToolSessions } from "@/api/tools";
import type { ToolSession } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { EmptyState } from "@/components/empty-state";
import { IconButton } from "@/components/icon-button";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import rows from "@/components/rows.module.css";
import { useSave } from "@/components/use-save";
import classes from "@/features/tools/tools.module.css";
import { useNow } from "@/hooks/use-now";
import { useUser } from "@/hooks/use-user";
import { currentLanguage } from "@/i18n";
import { formatUntil } from "@/i18n/format";

/** State of tools between calls, until it expires unused. */
export function SessionList() {
  const { t } = useTranslation("tools");
  const sessions = useToolSessions();
  const tools = useToolConfigs();
  const names = new Map(tools.data?.map(({ id, name }) => [id, name]));
  return (
    <QueryList
      query={sessions}
      rows={sessions.data}
      pending={<PageSkeleton rows={3} rowHeight={56} />}
      empty={
        <EmptyState icon="plug-connected" title={t("sessions.emptyTitle")} text={t("sessions.emptyText")} />
      }
    >
      <ul className={rows.list}>
        {sessions.data?.map((session) => (
          <ToolSessionRow key={session.id} session={session} tool={names.get(session.tool) ?? ""} />
        ))}
      </ul>
    </QueryList>
  );
}

type Props = { session: ToolSession; tool: string };

function ToolSessionRow({ session, tool }: Props) {
  const { t } = useTranslation("tools");
  const user = useUser();
  const now = useNow("slow");
  const reread = useRefresh();
  const one = at({ session_id: session.id });
  // Also after an error: a session that is gone should leave the list.
  const answers = { onSettled: () => reread("/api/tools/sessions/") };
  const refresh = useSave(() => ask("post", "/api/tools/sessions/{session_id}/refresh/", one), answers);
  const destroy = useSave(() => ask("delete", "/api/tools/sessions/{session_id}/", one), answers);
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
        <IconButton icon="trash" label={t("sessions.destroyLabel", { name })} />
      </ConfirmButton>
    </li>
  );
}
