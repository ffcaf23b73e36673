import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useAgent } from "@/api/agents";
import { useChatPartner } from "@/api/chat";
import type { Partner } from "@/api/partner";
import { useWorkflowTriggers } from "@/api/triggers";
import type { ChatPartner } from "@/api/types";
import { AgentSign } from "@/components/agent-sign/agent-sign";
import { AnswerTrace } from "@/components/chat/answer-trace";
import talk from "@/components/chat/chat.module.css";
import { ChatConversation } from "@/components/chat/conversation";
import { NewLink } from "@/components/chat-links/new-link";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { ModelPrograms } from "@/components/triggers/model-programs";
import program from "@/components/triggers/triggers.module.css";
import classes from "@/features/chat/chat.module.css";
import { ConversationList } from "@/features/chat/conversation-list";
import { ShareLinks } from "@/features/chat/share-links";

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

type Props = {
  partner: Partner;
  about: ChatPartner;
  conversation: string | null;
  /** Links to an agent are its owner's to give. */
  givesLinks: boolean;
  onList: () => void;
};

function ChatHead({ partner, about, conversation, givesLinks, onList }: Props) {
  const { t } = useTranslation("chat");
  const [sharing, { open, close }] = useDisclosure(false);
  return (
    <header className={classes.head}>
      <IconButton
        icon="history"
        label={t("list.show")}
        className={classes.listButton ?? ""}
        onClick={onList}
      />
      {partner.kind === "agent" ? (
        <AgentSign slug={partner.slug} appearance={about.appearance ?? undefined} />
      ) : (
        <span className={talk.sign}>
          <Icon name="messages" size={18} />
        </span>
      )}
      <h1 className={talk.name}>{about.name}</h1>
      {about.provider === "offline" && <span className={classes.note}>{t("offline")}</span>}
      <span className={classes.gap} />
      {givesLinks && (
        <>
          <Button variant="default" leftSection={<Icon name="share" />} onClick={open}>
            {t("share.button")}
          </Button>
          <ShareDialog partner={partner} conversation={conversation} opened={sharing} onClose={close} />
        </>
      )}
    </header>
  );
}

type ShareDialogProps = {
  partner: Partner;
  conversation: string | null;
  opened: boolean;
  onClose: () => void;
};

/** Links for people without an account: what they may do, how long, and which there are. */
function ShareDialog({ partner, conversation, opened, onClose }: ShareDialogProps) {
  const { t } = useTranslation("chat");
  return (
    <Modal opened={opened} onClose={onClose} title={t("share.title")} size="md">
      <NewLink partner={partner} conversation={conversation} />
      {opened && <ShareLinks partner={partner} />}
      {opened && (
        <div className={program.apart}>
          {partner.kind === "agent" ? (
            <ModelPrograms model={partner.slug} />
          ) : (
            <PagePrograms workflow={partner.workflow} node={partner.node} />
          )}
        </div>
      )}
    </Modal>
  );
}

function PagePrograms({ workflow, node }: { workflow: string; node: string }) {
  const { data } = useWorkflowTriggers(workflow);
  const model = data?.find((trigger) => trigger.node_key === node)?.model;
  return model ? <ModelPrograms model={model} /> : null;
}
