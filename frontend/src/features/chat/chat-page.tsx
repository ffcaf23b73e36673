import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useChatAgent } from "@/api/queries/chat";
import { AnswerTrace } from "@/components/chat/answer-trace";
import { ChatConversation } from "@/components/chat/conversation";
import { ErrorState } from "@/components/error-state";
import { PageSkeleton } from "@/components/page-skeleton";
import classes from "@/features/chat/chat.module.css";
import { ChatHead } from "@/features/chat/chat-head";
import { ConversationList } from "@/features/chat/conversation-list";

/** Talk to an agent: earlier conversations on the left, the chosen one beside them, and why it answered on the right. */
export function ChatPage() {
  const { slug = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const { t } = useTranslation("chat");
  const agent = useChatAgent(slug);
  const [listOpen, setListOpen] = useState(false);
  const [explained, setExplained] = useState<string | null>(null);
  const chosen = params.get("c");
  const choose = (id: string | null) => {
    setParams(id === null ? {} : { c: id });
    setListOpen(false);
    setExplained(null);
  };
  if (agent.isPending) return <PageSkeleton rows={6} />;
  if (agent.isError) return <ErrorState error={agent.error} onRetry={() => void agent.refetch()} />;
  return (
    <div className={classes.page} data-explained={explained !== null || undefined}>
      <title>{`${t("title", { name: agent.data.name })} · Flowloom`}</title>
      <aside className={classes.side} data-open={listOpen || undefined}>
        <ConversationList agent={agent.data} chosen={chosen} onChoose={choose} />
      </aside>
      <section className={classes.main}>
        <ChatHead agent={agent.data} conversation={chosen} onList={() => setListOpen(!listOpen)} />
        <ChatConversation
          agent={agent.data}
          id={chosen}
          onBegun={choose}
          explained={explained}
          onExplain={setExplained}
        />
      </section>
      {explained !== null && (
        <aside className={classes.why}>
          <AnswerTrace runId={explained} onClose={() => setExplained(null)} />
        </aside>
      )}
    </div>
  );
}
