import { api } from "@/api/client";
import { useConversation } from "@/api/queries/chat";
import { queryKeys } from "@/api/query-keys";
import { PersistentVariablesEditor } from "@/components/persistent-variables-editor";

type Props = { conversation: string; runId: string };

/** Conversation variables after an answer; editable by the owner. */
export function AnswerVariables({ conversation, runId }: Props) {
  const turn = useConversation(conversation).data?.turns.find(({ run }) => run === runId);
  if (!turn) return null;
  return (
    <PersistentVariablesEditor
      owner="conversation"
      queryKey={queryKeys.turnVariables(turn.id)}
      load={(signal) => api.chat.variables(turn.id, signal)}
      save={(changes) => api.chat.changeVariables(turn.id, changes)}
      canEdit
    />
  );
}
