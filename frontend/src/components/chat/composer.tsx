/** Message input: text, files, send or stop. */

import { FileButton } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Attachment, ChatPartner, JsonObject } from "@/api/types";
import { uploadFile } from "@/api/upload";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { notifyFailed } from "@/components/notify";
import { refuseLargeFile } from "@/components/refuse-large-file";
import { useErrorText } from "@/components/use-error-text";
import classes from "./chat.module.css";
import { ComposerHint } from "./composer-hint";
import { MessageField } from "./message-field";
import { SendButton } from "./send-button";
import { type DraftProps, EMPTY_DRAFT, type MessageDraft, withReturned } from "./use-drafts";

const READABLE = "image/png,image/jpeg,image/gif,image/webp,application/pdf,text/*,application/json,.md,.csv";

/** The longest file that goes to a model. */
const MAX_BYTES = 10 * 1024 ** 2;

type Props = DraftProps & {
  takes: ChatPartner["files"];
  isBusy: boolean;
  /** Resolves once the message is stored; the field is empty meanwhile, and gets back what could not be sent. */
  onSend: (draft: MessageDraft) => Promise<unknown>;
  /** Set while an answer is being written. */
  onStop?: (() => void) | undefined;
  /** That answer waits for a person. */
  isAsked?: boolean;
};

export function Composer({ draft, onDraft, takes, isBusy, onSend, onStop, isAsked = false }: Props) {
  const { t } = useTranslation("chat");
  const errorText = useErrorText();
  const { message, files } = draft;
  const [isAdding, setAdding] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const attachLabel = t(takes === "any" ? "composer.attachAny" : "composer.attach");
  const isEmpty = message.trim() === "" && files.length === 0;
  const send = async () => {
    if (isEmpty || isBusy || onStop) return;
    onDraft(() => EMPTY_DRAFT);
    try {
      await onSend(draft);
    } catch {
      // Whoever sends shows the error.
      onDraft((since) => ({
        message: withReturned(message)(since.message),
        files: [...files, ...since.files],
      }));
    }
  };
  const attach = async (chosen: File[]) => {
    setAdding(true);
    for (const file of chosen) {
      if (takes === "readable" && refuseLargeFile(file, MAX_BYTES)) continue;
      try {
        const kept = attachmentOf(await uploadFile(file, () => {}));
        onDraft((before) => ({ ...before, files: [...before.files, kept] }));
      } catch (error) {
        notifyFailed(errorText(error));
      }
    }
    setAdding(false);
  };
  const remove = (id: string) => {
    onDraft((before) => ({ ...before, files: before.files.filter(({ file_id }) => file_id !== id) }));
    // The button goes with the file, and the focus would with it.
    root.current?.querySelector("textarea")?.focus();
  };
  return (
    <div ref={root} className={classes.composer}>
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={file.file_id} className={classes.file}>
              <Icon name={file.media_type.startsWith("image/") ? "photo" : "file-text"} size={14} />
              {file.name}
              <IconButton
                icon="x"
                iconSize={12}
                size="xs"
                label={t("composer.removeFile", { name: file.name })}
                onClick={() => remove(file.file_id)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={classes.field}>
        {takes !== "none" && (
          <FileButton
            multiple
            accept={takes === "any" ? "" : READABLE}
            onChange={(chosen) => void attach(chosen)}
          >
            {(props) => (
              <IconButton {...props} icon="paperclip" size="lg" label={attachLabel} tip loading={isAdding} />
            )}
          </FileButton>
        )}
        <MessageField
          value={message}
          onChange={(text) => onDraft((before) => ({ ...before, message: text }))}
          onSend={() => void send()}
          autoFocus
        />
        {onStop ? (
          <IconButton
            icon="player-stop"
            size="lg"
            variant="default"
            label={t("composer.stop")}
            onClick={onStop}
          />
        ) : (
          <SendButton disabled={isEmpty} loading={isBusy} onSend={() => void send()} />
        )}
      </div>
      <ComposerHint state={onStop ? (isAsked ? "waiting" : "answering") : "hint"} />
    </div>
  );
}

/** The form in which messages name what `uploadFile` stored. */
function attachmentOf({ id, name, type, size }: JsonObject): Attachment {
  return { file_id: String(id), name: String(name), media_type: String(type), size: Number(size) };
}
