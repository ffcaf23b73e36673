import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Agent, AgentStart, ListedAgent } from "@/api/types";
import { notifyDone, notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { NotAnAgentError, readAgentFile } from "@/features/agents/agent-file";
import { downloadJson } from "@/lib/download";

/** Everything that can be done with agents as a whole. */
export function useAgentActions() {
  const { t } = useTranslation("agents");
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const onError = (error: Error) =>
    notifyFailed(
      error instanceof NotAnAgentError
        ? { title: t("import.failed"), text: t("import.otherFile") }
        : errorText(error),
    );
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.allAgents });
  const open = async (agent: Agent) => {
    void refresh();
    await navigate(`/agents/${agent.slug}`);
  };

  const create = useMutation({
    mutationFn: (start: AgentStart) => api.agents.create(start),
    onSuccess: open,
    onError,
  });
  const load = useMutation({
    mutationFn: async (file: File) => api.agents.import(readAgentFile(await file.text())),
    onSuccess: open,
    onError,
  });
  const remove = useMutation({
    mutationFn: api.agents.remove,
    onSuccess: async () => {
      await refresh();
      notifyDone(t("done.deleted"));
    },
    onError,
  });
  const exportFile = useMutation({
    mutationFn: (agent: ListedAgent) => api.agents.export(agent.id),
    onSuccess: (file, agent) => downloadJson(`${agent.slug}.agent_profile.json`, file),
    onError,
  });
  return { create, load, remove, exportFile };
}
