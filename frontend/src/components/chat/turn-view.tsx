import { Button, Group, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Turn } from "@/api/types";
import { autosize } from "@/components/autosize";
import { Icon } from "@/components/icon";
import { Markdown } from "@/components/markdown";
import { isOpen } from "@/runs/types";
import classes from "./chat.module.css";
import type { ShownTurn } from "./chat-tree";
import { LiveAnswer } from "./live-answer";
import type { Talk } from "./talk";
import { TurnActions } from "./turn-actions";

type Props = Pick<Talk, "explained" | "onExplain"> & {
  shown: ShownTurn<Turn>;
  /** Nothing else is being answered. */
  canAsk: boolean;
  onPick: (index: number) => void;
  /** Ask once more; null with the same words. */
  onAgain: (message: string | null) => void;
  onEnded: () => void;
  /** Called with true while the answer waits for a person. */
  onAsked?: (isAsked: boolean) => void;
};

/** A message and its answer. */
export function TurnView(props: Props) {
  const { shown, canAsk, explained, onExplain, onPick, onAgain, onEnded, onAsked } = props;
  const { t } = useTranslation("chat");
  const { turn } = shown;
  const [editing, setEditing] = useState<string | null>(null);
  const open = isOpen(turn.status);
  // Calls that somebody watched stay where they were; those of older answers are among its steps.
  const [withCalls] = useState(open);
  const isExplained = turn.run !== null && turn.run === explained;
  const save = () => {
    if (editing !== null) onAgain(editing);
    setEditing(null);
  };
  return (
    <article className={classes.turn}>
      {editing === null ? (
        <div className={classes.userMessage}>
          <p className={classes.messageText}>{turn.user_text}</p>
          {turn.attachments.map((file) => (
            <a key={file.file_id} className={classes.file} href={`/api/files/${file.file_id}/`}>
              <Icon name={file.media_type.startsWith("image/") ? "photo" : "file-text"} size={14} />
              {file.name}
            </a>
          ))}
        </div>
      ) : (
        <div className={classes.editing}>
          <Textarea
            {...autosize()}
            autoFocus
            aria-label={t("turn.editLabel")}
            value={editing}
            onChange={(event) => setEditing(event.currentTarget.value)}
          />
          <Group gap="xs" justify="flex-end">
            <Button size="xs" variant="default" onClick={() => setEditing(null)}>
              {t("turn.cancelEdit")}
            </Button>
            <Button size="xs" disabled={editing.trim() === ""} onClick={save}>
              {t("turn.sendEdit")}
            </Button>
          </Group>
        </div>
      )}
      {turn.run !== null && (open || withCalls) && (
        <LiveAnswer
          runId={turn.run}
          writers={turn.writers}
          withText={open}
          onEnded={open ? onEnded : undefined}
          onAsked={open ? onAsked : undefined}
        />
      )}
      {!open && (
        <div className={classes.answer} data-status={turn.status}>
          {turn.answer !== "" && <Markdown text={turn.answer} citations={turn.citations} />}
          {turn.status === "cancelled" && <p className={classes.stopped}>{t("turn.stopped")}</p>}
          {turn.status === "failed" && (
            <p className={classes.failed} role="alert">
              {turn.error?.message ?? t("turn.failed")}
            </p>
          )}
        </div>
      )}
      {!open && (
        <TurnActions
          shown={shown}
          canAsk={canAsk}
          isExplained={isExplained}
          onExplain={() => onExplain(isExplained ? null : turn.run)}
          onPick={onPick}
          onAgain={() => onAgain(null)}
          onEdit={() => setEditing(turn.user_text)}
          onEnded={onEnded}
        />
      )}
    </article>
  );
}
