import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import { FormError } from "@/components/form-error";
import classes from "./chat.module.css";
import { Composer } from "./composer";
import type { Talk } from "./talk";
import type { DraftProps, MessageDraft } from "./use-drafts";
import { useMessageKey } from "./use-message-key";
import { Welcome } from "./welcome";

type Props = DraftProps & Talk & { onBegun: (conversation: string) => void };

/** A conversation that has not begun: what the partner says first, and what it may be asked. */
export function EmptyThread(props: Props) {
  const { partner, about, isTest = false, beforeAsking, onBegun, draft, onDraft } = props;
  const queries = useQueryClient();
  const begun = useRef<string | null>(null);
  const { keyOf } = useMessageKey();
  const begin = useMutation({
    mutationFn: async ({ message, files }: MessageDraft) => {
      await beforeAsking?.();
      // What could not be sent is sent again in the same conversation.
      begun.current ??= (await api.chat.create(partner, { is_test: isTest })).id;
      const key = keyOf(message);
      await api.chat.send(begun.current, { message, files: files.map((file) => file.file_id), key });
      return begun.current;
    },
    onSuccess: (id) => {
      void queries.invalidateQueries({ queryKey: queryKeys.allConversations });
      onBegun(id);
    },
  });
  return (
    <>
      <div className={classes.scroll}>
        <div className={classes.thread}>
          <Welcome about={about} onPick={(message) => begin.mutate({ message, files: [] })} />
        </div>
      </div>
      <FormError error={begin.error} />
      <Composer
        draft={draft}
        onDraft={onDraft}
        takes={about.files}
        isBusy={begin.isPending}
        onSend={begin.mutateAsync}
      />
    </>
  );
}
