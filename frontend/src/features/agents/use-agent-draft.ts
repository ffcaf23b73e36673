import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useEffect, useState } from "react";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import { sessionResumed } from "@/api/session-events";
import type { Agent, AgentDocument } from "@/api/types";
import { notifyDone } from "@/components/notify";
import { useUser } from "@/hooks/use-user";
import { createDraft, type Draft } from "@/stores/draft-store";

/** The profile being edited; saved by itself while the page is open, and once more when it is left. */
export function useAgentDraft(agent: Agent): Draft<AgentDocument> {
  const client = useQueryClient();
  const { id: userId } = useUser();
  const [draft] = useState(() => {
    const stored = ({ document, revision }: Agent) => ({ value: document, revision });
    return createDraft<AgentDocument>(`${userId}:agent:${agent.id}`, stored(agent), {
      save: async ({ value, revision }) => {
        const saved = await api.agents.update(agent.id, { document: value, revision });
        client.setQueryData(queryKeys.agent(agent.slug), saved);
        return stored(saved);
      },
      load: async () => stored(await api.agents.get(agent.slug)),
    });
  });
  useEffect(() => {
    void draft.start().then((restored) => {
      if (restored) notifyDone(i18next.t("unsentRestored", { ns: "agents" }));
    });
    const stopListening = sessionResumed.listen(() => void draft.flush());
    return () => {
      stopListening();
      void draft.stop().then(() => client.invalidateQueries({ queryKey: queryKeys.agents("") }));
    };
  }, [draft, client]);
  return draft;
}
