import { useTranslation } from "react-i18next";
import { useToolConfigs, useToolSessions } from "@/api/tools";
import { EmptyState } from "@/components/empty-state";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import rows from "@/components/rows.module.css";
import { ToolSessionRow } from "@/features/tools/session-row";

/** State of tools between calls, until it expires unused. */
export function SessionList() {
  const { t } = useTranslation("tools");
  const sessions = useToolSessions();
  const tools = useToolConfigs();
  if (!sessions.isSuccess)
    return <QueryState query={sessions} pending={<PageSkeleton rows={3} rowHeight={56} />} />;
  if (sessions.data.length === 0)
    return (
      <EmptyState icon="plug-connected" title={t("sessions.emptyTitle")} text={t("sessions.emptyText")} />
    );
  const names = new Map(tools.data?.map(({ id, name }) => [id, name]));
  return (
    <ul className={rows.list}>
      {sessions.data.map((session) => (
        <ToolSessionRow key={session.id} session={session} tool={names.get(session.tool) ?? ""} />
      ))}
    </ul>
  );
}
