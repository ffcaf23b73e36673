import { ActionIcon, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { Partner } from "@/api/partner";
import type { ChatPartner } from "@/api/types";
import talk from "@/components/chat/chat.module.css";
import { Icon } from "@/components/icon";
import classes from "./chat.module.css";
import { ShareDialog } from "./share-dialog";

type Props = { partner: Partner; about: ChatPartner; conversation: string | null; onList: () => void };

export function ChatHead({ partner, about, conversation, onList }: Props) {
  const { t } = useTranslation("chat");
  const [sharing, { open, close }] = useDisclosure(false);
  return (
    <header className={classes.head}>
      <ActionIcon className={classes.listButton ?? ""} aria-label={t("list.show")} onClick={onList}>
        <Icon name="history" />
      </ActionIcon>
      <span className={talk.sign}>
        <Icon name={partner.kind === "agent" ? "robot" : "messages"} size={18} />
      </span>
      <h1 className={talk.name}>{about.name}</h1>
      {about.provider === "offline" && <span className={classes.note}>{t("offline")}</span>}
      <span className={classes.gap} />
      <Button variant="default" leftSection={<Icon name="share" />} onClick={open}>
        {t("share.button")}
      </Button>
      <ShareDialog partner={partner} conversation={conversation} opened={sharing} onClose={close} />
    </header>
  );
}
