/** Where a person writes: text, files, send or stop. */

import { ActionIcon, FileButton, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { refuseLargeFile } from "@/components/refuse-large-file";
import { useErrorText } from "@/components/use-error-text";
import classes from "./chat.module.css";
import { MessageField } from "./message-field";
import { SendButton } from "./send-button";
import { type DraftProps, EMPTY_DRAFT, type MessageDraft, withReturned } from "./use-drafts";

const ACCEPTED = "image/png,image/jpeg,image/gif,image/webp,application/pdf,text/*,application/json,.md,.csv";

/** The longest file that goes to a model. */
const MAX_BYTES = 10 * 1024 ** 2;

type Props = DraftProps & {
  takesFiles: boolean;
  isBusy: boolean;
  /** Resolves once the message is stored; the field is empty meanwhile, and gets back what could not be sent. */
  onSend: (draft: MessageDraft) => Promise<unknown>;
  /** Set while an answer is being written. */
  onStop?: (() => void) | undefined;
};

export function Composer({ draft, onDraft, takesFiles, isBusy, onSend, onStop }: Props) {
  const { t } = useTranslation("chat");
  const errorText = useErrorText();
  const { message, files } = draft;
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
    for (const file of chosen) {
      if (refuseLargeFile(file, MAX_BYTES)) continue;
      try {
        const content = await readBase64(file);
        const kept = await api.chat.upload({
          name: file.name,
          media_type: file.type || "text/plain",
          content,
        });
        onDraft((before) => ({ ...before, files: [...before.files, kept] }));
      } catch (error) {
        notifyFailed(errorText(error));
      }
    }
  };
  return (
    <div className={classes.composer}>
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={file.file_id} className={classes.file}>
              <Icon name={file.media_type.startsWith("image/") ? "photo" : "file-text"} size={14} />
              {file.name}
              <ActionIcon
                size="xs"
                variant="subtle"
                aria-label={t("composer.removeFile", { name: file.name })}
                onClick={() =>
                  onDraft((before) => ({
                    ...before,
                    files: before.files.filter(({ file_id: id }) => id !== file.file_id),
                  }))
                }
              >
                <Icon name="x" size={12} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.field}>
        {takesFiles && (
          <FileButton multiple accept={ACCEPTED} onChange={(chosen) => void attach(chosen)}>
            {(props) => (
              <Tooltip label={t("composer.attach")}>
                <ActionIcon {...props} size="lg" variant="subtle" aria-label={t("composer.attach")}>
                  <Icon name="paperclip" />
                </ActionIcon>
              </Tooltip>
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
          <ActionIcon size="lg" variant="default" aria-label={t("composer.stop")} onClick={onStop}>
            <Icon name="player-stop" />
          </ActionIcon>
        ) : (
          <SendButton disabled={isEmpty} loading={isBusy} onSend={() => void send()} />
        )}
      </div>
      <p className={classes.hint}>{t(onStop ? "composer.answering" : "composer.hint")}</p>
    </div>
  );
}

/** A file's content in base64, without the head of a data URL. */
function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
