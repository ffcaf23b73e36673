import { ActionIcon, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { ChatAgent } from "@/api/types";
import talk from "@/components/chat/chat.module.css";
import { Icon } from "@/components/icon";
import classes from "./chat.module.css";
import { ShareDialog } from "./share-dialog";

type Props = { agent: ChatAgent; conversation: string | null; onList: () => void };

export function ChatHead({ agent, conversation, onList }: Props) {
  const { t } = useTranslation("chat");
  const [sharing, { open, close }] = useDisclosure(false);
  return (
    <header className={classes.head}>
      <ActionIcon className={classes.listButton ?? ""} aria-label={t("list.show")} onClick={onList}>
        <Icon name="history" />
      </ActionIcon>
      <span className={talk.sign}>
        <Icon name="robot" size={18} />
      </span>
      <h1 className={talk.name}>{agent.name}</h1>
      {agent.provider === "offline" && <span className={classes.note}>{t("offline")}</span>}
      <span className={classes.gap} />
      <Button variant="default" leftSection={<Icon name="share" />} onClick={open}>
        {t("share.button")}
      </Button>
      <ShareDialog agent={agent} conversation={conversation} opened={sharing} onClose={close} />
    </header>
  );
}
