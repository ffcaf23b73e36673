import classes from "./chat.module.css";
import { EmptyThread } from "./empty-thread";
import type { Talk } from "./talk";
import { Thread } from "./thread";
import { useDrafts } from "./use-drafts";

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
