import { useRef } from "react";
import { useRefresh } from "@/api/cache";
import { partnerAt } from "@/api/chat";
import { ask, at } from "@/api/http";
import classes from "@/components/chat/chat.module.css";
import { Composer } from "@/components/chat/composer";
import type { Talk } from "@/components/chat/talk";
import { Thread } from "@/components/chat/thread";
import { type DraftProps, type MessageDraft, useDrafts } from "@/components/chat/use-drafts";
import { useMessageKey } from "@/components/chat/use-message-key";
import { Welcome } from "@/components/chat/welcome";
import { FormError } from "@/components/form-error";
import { useSave } from "@/components/use-save";

type Props = Talk & { id: string | null; onBegun: (id: string) => void };

/** A conversation, or the beginning of one; what is written but not sent stays with each. */
export function ChatConversation({ id, onBegun, ...talk }: Props) {
  const { draftOf, begin } = useDrafts();
  const begun = (conversation: string) => {
    begin(conversation);
    onBegun(conversation);
  };
  return (
    <div className={classes.conversation}>
      {id === null ? (
        <EmptyThread {...talk} {...draftOf(null)} onBegun={begun} />
      ) : (
        <Thread key={id} {...talk} {...draftOf(id)} conversationId={id} />
      )}
    </div>
  );
}

type EmptyThreadProps = DraftProps & Talk & { onBegun: (conversation: string) => void };

/** A conversation that has not begun: what the partner says first, and what it may be asked. */
function EmptyThread(props: EmptyThreadProps) {
  const { partner, about, isTest = false, beforeAsking, onBegun, draft, onDraft } = props;
  const refresh = useRefresh();
  const begun = useRef<string | null>(null);
  const { path, params } = partnerAt(partner, "conversations");
  const { keyOf } = useMessageKey();
  const begin = useSave(
    async ({ message, files }: MessageDraft) => {
      await beforeAsking?.();
      // What could not be sent is sent again in the same conversation.
      begun.current ??= (await ask("post", path, { params, body: { title: "", is_test: isTest } })).id;
      const key = keyOf(message);
      await ask("post", "/api/conversations/{conversation_id}/turns/", {
        ...at({ conversation_id: begun.current }),
        body: { message, files: files.map((file) => file.file_id), key },
      });
      return begun.current;
    },
    {
      inPlace: true,
      onSuccess: (id) => {
        void refresh("/api/*/conversations/");
        onBegun(id);
      },
    },
  );
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
