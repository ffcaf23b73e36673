import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useAgent } from "@/api/agents";
import { Page } from "@/components/page";
import { QueryState } from "@/components/query-list";
import { AgentWorkspace } from "@/features/agents/agent-workspace";

export function AgentPage() {
  const { id = "" } = useParams();
  const { t } = useTranslation("agents");
  const query = useAgent(id);
  if (query.isSuccess) return <AgentWorkspace key={query.data.id} agent={query.data} />;
  return (
    <Page title={t("title")}>
      <QueryState query={query} pending={<Skeleton height={480} radius="lg" />} list="agents" />
    </Page>
  );
}
