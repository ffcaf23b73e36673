import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Turn, TurnDraft } from "@/api/types";
import type { MessageDraft } from "./use-drafts";
import { useMessageKey } from "./use-message-key";

type Calls = { onTurn: (turn: Turn) => void; beforeAsking?: (() => Promise<void>) | undefined };

/** Actions in a conversation, each of which reloads it and the lists. */
export function useChat(conversationId: string, { onTurn, beforeAsking }: Calls) {
  const queries = useQueryClient();
  const refresh = useCallback(() => {
    void queries.invalidateQueries({ queryKey: queryKeys.allConversations });
    return queries.invalidateQueries({ queryKey: queryKeys.conversation(conversationId) });
  }, [queries, conversationId]);
  const { keyOf, onSent } = useMessageKey();
  const ask = async (draft: TurnDraft) => {
    await beforeAsking?.();
    return api.chat.send(conversationId, { ...draft, key: keyOf(JSON.stringify(draft)) });
  };
  const onSuccess = async (turn: Turn) => {
    onSent();
    await refresh();
    onTurn(turn);
  };
  const send = useMutation({
    mutationFn: ({ draft, after }: { draft: MessageDraft; after: string | null }) =>
      ask({ message: draft.message, after, files: draft.files.map((file) => file.file_id) }),
    onSuccess,
  });
  const again = useMutation({
    mutationFn: ({ turn, message }: { turn: string; message: string | null }) =>
      ask(message === null ? { again: turn } : { again: turn, message }),
    onSuccess,
  });
  const stop = useMutation({ mutationFn: (run: string) => api.runs.cancel(run) });
  return { send, again, stop, refresh };
}
