import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { Agent, AgentCreate, ListedAgent } from "@/api/types";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";
import { NotAnAgentError, readAgentFile } from "@/features/agents/agent-file";
import { downloadJson } from "@/lib/download";

/** Everything that can be done with agents as a whole. */
export function useAgentActions() {
  const { t } = useTranslation("agents");
  const refresh = useRefresh();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const onError = (error: Error) =>
    notifyFailed(
      error instanceof NotAnAgentError
        ? { title: t("import.failed"), text: t("import.otherFile") }
        : errorText(error),
    );
  const open = async (agent: Agent) => {
    void refresh("/api/agents/*");
    await navigate(`/agents/${agent.slug}`);
  };

  const create = useSave((start: AgentCreate) => ask("post", "/api/agents/", { body: start }), {
    onSuccess: open,
    onError,
  });
  const load = useSave(
    async (file: File) => ask("post", "/api/agents/import/", { body: readAgentFile(await file.text()) }),
    { onSuccess: open, onError },
  );
  const remove = useSave((id: string) => ask("delete", "/api/agents/{agent_id}/", at({ agent_id: id })), {
    refreshes: ["/api/agents/*"],
    done: t("done.deleted"),
    onError,
  });
  const exportFile = useSave(
    (agent: ListedAgent) => ask("get", "/api/agents/{agent_id}/export/", at({ agent_id: agent.id })),
    { onSuccess: (file, agent) => downloadJson(`${agent.slug}.agent_profile.json`, file), onError },
  );
  return { create, load, remove, exportFile };
}
