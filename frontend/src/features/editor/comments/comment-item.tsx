import { Avatar } from "@mantine/core";
import { memo, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { Comment } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { IconButton } from "@/components/icon-button";
import { Markdown } from "@/components/markdown";
import { RelativeTime } from "@/components/relative-time";
import { useSave } from "@/components/use-save";
import { useUser } from "@/hooks/use-user";
import { markMentions } from "@/lib/mentions";
import { colourOf } from "@/stores/presence-store";
import classes from "./comments.module.css";
import { CommentComposer } from "./composer";
import { useReadCommentsAgain } from "./use-comments";

type Props = { workflowId: string; comment: Comment };

export const CommentItem = memo(function CommentItem({ workflowId, comment }: Props) {
  const { t } = useTranslation("comments");
  const [isEditing, setEditing] = useState(false);
  const { author, mentions, text } = comment;
  const isOwn = useUser().username === author.username;
  const marked = useMemo(
    () => markMentions(text, new Set(mentions.map(({ username }) => username))),
    [text, mentions],
  );
  return (
    <article className={classes.comment} data-former={!author.is_member || undefined}>
      <Avatar size={26} data-person={colourOf(author.username)} className={classes.person} aria-hidden="true">
        {[...author.name].slice(0, 2).join("").toLocaleUpperCase()}
      </Avatar>
      <div className={classes.content}>
        <header className={classes.byline}>
          <span className={classes.author}>{author.name}</span>
          {!author.is_member && <span className={classes.quiet}>{t("former")}</span>}
          <span className={classes.quiet}>
            <RelativeTime iso={comment.created_at} />
            {comment.edited_at && ` · ${t("edited")}`}
          </span>
          {isOwn && !isEditing && (
            <OwnActions workflowId={workflowId} comment={comment} onEdit={() => setEditing(true)} />
          )}
        </header>
        {isEditing ? (
          <Editing workflowId={workflowId} comment={comment} onDone={() => setEditing(false)} />
        ) : (
          <Markdown text={marked} />
        )}
      </div>
    </article>
  );
});

function OwnActions({ workflowId, comment, onEdit }: Props & { onEdit: () => void }) {
  const { t } = useTranslation("comments");
  const readAgain = useReadCommentsAgain(workflowId);
  const remove = useSave(() => ask("delete", "/api/comments/{comment_id}/", at({ comment_id: comment.id })), {
    onSuccess: () => readAgain(comment.node_key),
  });
  return (
    <span className={classes.actions}>
      <IconButton icon="pencil" iconSize={14} size="sm" color="gray" label={t("edit")} onClick={onEdit} />
      <ConfirmButton question={t("deleteQuestion")} confirmLabel={t("delete")} onConfirm={remove.mutate}>
        <IconButton
          icon="trash"
          iconSize={14}
          size="sm"
          color="gray"
          label={t("delete")}
          loading={remove.isPending}
        />
      </ConfirmButton>
    </span>
  );
}

function Editing({ workflowId, comment, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation("comments");
  const [text, setText] = useState(comment.text);
  const readAgain = useReadCommentsAgain(workflowId);
  const update = useSave(
    (changed: { text: string; mentions: string[] }) =>
      ask("patch", "/api/comments/{comment_id}/", { ...at({ comment_id: comment.id }), body: changed }),
    {
      inPlace: true,
      onSuccess: () => {
        readAgain(comment.node_key);
        onDone();
      },
    },
  );
  return (
    <CommentComposer
      workflowId={workflowId}
      text={text}
      onText={setText}
      label={t("edit")}
      submitLabel={t("save")}
      saving={update}
      known={comment.mentions}
      onCancel={onDone}
    />
  );
}
