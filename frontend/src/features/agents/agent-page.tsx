import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useAgent } from "@/api/agents";
import { ErrorState } from "@/components/error-state";
import { Page } from "@/components/page";
import { AgentWorkspace } from "@/features/agents/agent-workspace";

export function AgentPage() {
  const { id = "" } = useParams();
  const { t } = useTranslation("agents");
  const query = useAgent(id);
  if (query.isSuccess) return <AgentWorkspace key={query.data.id} agent={query.data} />;
  return (
    <Page title={t("title")}>
      {query.isError ? (
        <ErrorState error={query.error} list="agents" onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={480} radius="lg" />
      )}
    </Page>
  );
}
