import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useEffect, useRef, useState } from "react";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import { sessionResumed } from "@/api/session-events";
import type { Agent, AgentDocument } from "@/api/types";
import { notifyDone } from "@/components/notify";
import { useUser } from "@/hooks/use-user";
import { createDraft, type Draft } from "@/stores/draft-store";

/** The profile being edited; saved by itself while the page is open, and once more when it is left. Other tabs follow. */
export function useAgentDraft(agent: Agent): Draft<AgentDocument> {
  const client = useQueryClient();
  const { id: userId } = useUser();
  const tabs = useRef<BroadcastChannel | null>(null);
  const [draft] = useState(() => {
    const stored = ({ document, revision }: Agent) => ({ value: document, revision });
    const received = (present: Agent) => {
      client.setQueryData(queryKeys.agent(agent.slug), present);
      return stored(present);
    };
    return createDraft<AgentDocument>(`${userId}:agent:${agent.id}`, stored(agent), {
      save: async ({ value, revision }) => {
        const saved = received(await api.agents.update(agent.id, { document: value, revision }));
        tabs.current?.postMessage(saved.revision);
        return saved;
      },
      load: async () => received(await api.agents.get(agent.slug)),
    });
  });
  useEffect(() => {
    void draft.start().then((restored) => {
      if (restored) notifyDone(i18next.t("unsentRestored", { ns: "agents" }));
    });
    const channel = new BroadcastChannel(`flowloom-agent:${agent.id}`);
    // A refresh that fails is no loss: the next save is answered with what others changed.
    const refresh = () => void draft.refresh().catch(() => {});
    const onShow = () => globalThis.document.visibilityState === "visible" && refresh();
    channel.onmessage = refresh;
    globalThis.document.addEventListener("visibilitychange", onShow);
    tabs.current = channel;
    const stopListening = sessionResumed.listen(() => void draft.flush());
    return () => {
      stopListening();
      globalThis.document.removeEventListener("visibilitychange", onShow);
      void draft.stop().then(() => {
        channel.close();
        void client.invalidateQueries({ queryKey: queryKeys.agentLists });
      });
    };
  }, [draft, client, agent.id]);
  return draft;
}
