import { useTranslation } from "react-i18next";
import { useToolConfigs, useToolSessions } from "@/api/tools";
import { EmptyState } from "@/components/empty-state";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import rows from "@/components/rows.module.css";
import { ToolSessionRow } from "@/features/tools/session-row";

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
