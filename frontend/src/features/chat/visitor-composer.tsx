/** Message input of a visitor: text only. */

import { useState } from "react";
import { useTranslation } from "react-i18next";
import talk from "@/components/chat/chat.module.css";
import { MessageField } from "@/components/chat/message-field";
import { SendButton } from "@/components/chat/send-button";
import { withReturned } from "@/components/chat/use-drafts";
import classes from "./chat.module.css";

type Props = {
  isBusy: boolean;
  /** False while the agent answers. */
  canSend: boolean;
  /** Resolves once the message is stored; the field is empty meanwhile, and gets back what could not be sent. */
  onSend: (message: string) => Promise<unknown>;
};

export function VisitorComposer({ isBusy, canSend, onSend }: Props) {
  const { t } = useTranslation("chat");
  const [message, setMessage] = useState("");
  const isReady = canSend && !isBusy && message.trim() !== "";
  const send = async () => {
    if (!isReady) return;
    setMessage("");
    try {
      await onSend(message);
    } catch {
      // Whoever sends shows the error.
      setMessage(withReturned(message));
    }
  };
  return (
    <div className={classes.sharedComposer}>
      <div className={talk.field}>
        <MessageField value={message} onChange={setMessage} onSend={() => void send()} />
        <SendButton
          disabled={!canSend || message.trim() === ""}
          loading={isBusy}
          onSend={() => void send()}
        />
      </div>
      <p className={talk.hint}>{t(canSend ? "composer.hint" : "composer.answering")}</p>
    </div>
  );
}
