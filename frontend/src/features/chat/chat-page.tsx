import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useChatAgent } from "@/api/queries";
import { ErrorState } from "@/components/error-state";
import { PageSkeleton } from "@/components/page-skeleton";
import classes from "@/features/chat/chat.module.css";
import { ChatHead } from "@/features/chat/chat-head";
import { ConversationList } from "@/features/chat/conversation-list";
import { EmptyThread } from "@/features/chat/empty-thread";
import { Thread } from "@/features/chat/thread";
import { useDrafts } from "@/features/chat/use-drafts";

/** Talk to an agent: earlier conversations on the left, the chosen one beside them. */
export function ChatPage() {
  const { slug = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const { t } = useTranslation("chat");
  const agent = useChatAgent(slug);
  const [listOpen, setListOpen] = useState(false);
  const { draftOf, begin } = useDrafts();
  const chosen = params.get("c");
  const choose = (id: string | null) => {
    setParams(id === null ? {} : { c: id });
    setListOpen(false);
  };
  const follow = (id: string) => {
    begin(id);
    choose(id);
  };
  if (agent.isPending) return <PageSkeleton rows={6} />;
  if (agent.isError) return <ErrorState error={agent.error} onRetry={() => void agent.refetch()} />;
  return (
    <div className={classes.page}>
      <title>{`${t("title", { name: agent.data.name })} · Flowloom`}</title>
      <aside className={classes.side} data-open={listOpen || undefined}>
        <ConversationList agent={agent.data} chosen={chosen} onChoose={choose} />
      </aside>
      <section className={classes.main}>
        <ChatHead agent={agent.data} conversation={chosen} onList={() => setListOpen(!listOpen)} />
        {chosen === null ? (
          <EmptyThread agent={agent.data} onBegun={follow} {...draftOf(null)} />
        ) : (
          <Thread key={chosen} agent={agent.data} conversationId={chosen} {...draftOf(chosen)} />
        )}
      </section>
    </div>
  );
}
