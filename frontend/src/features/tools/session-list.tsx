import { useTranslation } from "react-i18next";
import { useToolConfigs, useToolSessions } from "@/api/queries/tools";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { PageSkeleton } from "@/components/page-skeleton";
import rows from "@/components/rows.module.css";
import { ToolSessionRow } from "@/features/tools/session-row";

/** State of tools between calls, until it expires unused. */
export function SessionList() {
  const { t } = useTranslation("tools");
  const sessions = useToolSessions();
  const tools = useToolConfigs();
  if (sessions.isPending) return <PageSkeleton rows={3} rowHeight={56} />;
  if (sessions.isError) return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />;
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
