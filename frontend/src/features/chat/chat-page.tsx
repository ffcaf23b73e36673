import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useAgent } from "@/api/agents";
import { useChatPartner } from "@/api/chat";
import type { Partner } from "@/api/partner";
import { AnswerTrace } from "@/components/chat/answer-trace";
import { ChatConversation } from "@/components/chat/conversation";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import classes from "@/features/chat/chat.module.css";
import { ChatHead } from "@/features/chat/chat-head";
import { ConversationList } from "@/features/chat/conversation-list";

export function AgentChatPage() {
  const { slug = "" } = useParams();
  const isOwner = useAgent(slug).data?.role === "owner";
  return <ChatPage partner={{ kind: "agent", slug }} givesLinks={isOwner} />;
}

export function WorkflowChatPage() {
  const { id = "", node = "" } = useParams();
  return <ChatPage partner={{ kind: "workflow", workflow: id, node }} givesLinks />;
}

/** Earlier conversations on the left, the chosen one beside them, and why it was answered so on the right. */
function ChatPage({ partner, givesLinks }: { partner: Partner; givesLinks: boolean }) {
  const [params, setParams] = useSearchParams();
  const { t } = useTranslation("chat");
  const about = useChatPartner(partner);
  const [listOpen, setListOpen] = useState(false);
  const [explained, setExplained] = useState<string | null>(null);
  const chosen = params.get("c");
  const choose = (id: string | null) => {
    setParams(id === null ? {} : { c: id });
    setListOpen(false);
    setExplained(null);
  };
  if (!about.isSuccess) {
    const list = partner.kind === "agent" ? "agents" : "workflows";
    return <QueryState query={about} pending={<PageSkeleton rows={6} />} list={list} />;
  }
  return (
    <div className={classes.page} data-explained={explained !== null || undefined}>
      <title>{`${t("title", { name: about.data.name })} · Flowloom`}</title>
      <aside className={classes.side} data-open={listOpen || undefined}>
        <ConversationList partner={partner} chosen={chosen} onChoose={choose} />
      </aside>
      <section className={classes.main}>
        <ChatHead
          partner={partner}
          about={about.data}
          conversation={chosen}
          givesLinks={givesLinks}
          onList={() => setListOpen(!listOpen)}
        />
        <ChatConversation
          partner={partner}
          about={about.data}
          id={chosen}
          onBegun={choose}
          explained={explained}
          onExplain={setExplained}
        />
      </section>
      {explained !== null && (
        <aside className={classes.why}>
          <AnswerTrace runId={explained} conversation={chosen} onClose={() => setExplained(null)} />
        </aside>
      )}
    </div>
  );
}
