/** Where a visitor writes: text only. */

import { ActionIcon, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import classes from "./chat.module.css";
import { sendOnEnter } from "./send-on-enter";

type Props = {
  isBusy: boolean;
  /** False while the agent answers. */
  canSend: boolean;
  /** Resolves once the message is stored; the field is emptied then. */
  onSend: (message: string) => Promise<unknown>;
};

export function VisitorComposer({ isBusy, canSend, onSend }: Props) {
  const { t } = useTranslation("chat");
  const [message, setMessage] = useState("");
  const isReady = canSend && !isBusy && message.trim() !== "";
  const send = async () => {
    if (!isReady) return;
    try {
      await onSend(message);
      setMessage("");
    } catch {
      // The field keeps what was written; whoever sends shows the error.
    }
  };
  return (
    <div className={classes.composer}>
      <div className={classes.field}>
        <Textarea
          className={classes.input ?? ""}
          autosize
          minRows={1}
          maxRows={10}
          value={message}
          placeholder={t("composer.placeholder")}
          aria-label={t("composer.label")}
          onChange={(event) => setMessage(event.currentTarget.value)}
          onKeyDown={sendOnEnter(() => void send())}
        />
        <ActionIcon
          size="lg"
          variant="filled"
          aria-label={t("composer.send")}
          disabled={!canSend || message.trim() === ""}
          loading={isBusy}
          onClick={() => void send()}
        >
          <Icon name="send" />
        </ActionIcon>
      </div>
      <p className={classes.hint}>{t("composer.hint")}</p>
    </div>
  );
}
