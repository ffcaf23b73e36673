import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import { FormError } from "@/components/form-error";
import classes from "./chat.module.css";
import { Composer } from "./composer";
import type { Talk } from "./talk";
import type { DraftProps, MessageDraft } from "./use-drafts";
import { Welcome } from "./welcome";

type Props = DraftProps & Talk & { onBegun: (conversation: string) => void };

/** A conversation that has not begun: what the agent says first, and what it may be asked. */
export function EmptyThread({ agent, isTest = false, beforeAsking, onBegun, draft, onDraft }: Props) {
  const queries = useQueryClient();
  const begin = useMutation({
    mutationFn: async ({ message, files }: MessageDraft) => {
      await beforeAsking?.();
      const conversation = await api.chat.create(agent.slug, { is_test: isTest });
      await api.chat.send(conversation.id, { message, files: files.map((file) => file.file_id) });
      return conversation.id;
    },
    onSuccess: (id) => {
      void queries.invalidateQueries({ queryKey: queryKeys.allConversations });
      onBegun(id);
    },
  });
  return (
    <>
      <div className={classes.thread}>
        <Welcome agent={agent} onPick={(message) => begin.mutate({ message, files: [] })} />
      </div>
      <FormError error={begin.error} />
      <Composer draft={draft} onDraft={onDraft} isBusy={begin.isPending} onSend={begin.mutateAsync} />
    </>
  );
}
