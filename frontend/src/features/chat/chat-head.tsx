import { ActionIcon, Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { Partner } from "@/api/partner";
import { useWorkflowTriggers } from "@/api/triggers";
import type { ChatPartner } from "@/api/types";
import { AgentSign } from "@/components/agent-sign/agent-sign";
import talk from "@/components/chat/chat.module.css";
import { NewLink } from "@/components/chat-links/new-link";
import { Icon } from "@/components/icon";
import { ModelPrograms } from "@/components/triggers/model-programs";
import program from "@/components/triggers/triggers.module.css";
import classes from "@/features/chat/chat.module.css";
import { ShareLinks } from "@/features/chat/share-links";

type Props = {
  partner: Partner;
  about: ChatPartner;
  conversation: string | null;
  /** Links to an agent are its owner's to give. */
  givesLinks: boolean;
  onList: () => void;
};

export function ChatHead({ partner, about, conversation, givesLinks, onList }: Props) {
  const { t } = useTranslation("chat");
  const [sharing, { open, close }] = useDisclosure(false);
  return (
    <header className={classes.head}>
      <ActionIcon className={classes.listButton ?? ""} aria-label={t("list.show")} onClick={onList}>
        <Icon name="history" />
      </ActionIcon>
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
