import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CommentThread } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import classes from "./comments.module.css";

/** All threads: the one on the whole workflow, then open ones, then those that are resolved. */
export function ThreadList({ threads }: { threads: readonly CommentThread[] }) {
  const { t } = useTranslation("comments");
  const onNodes = threads.filter(({ node_key }) => node_key !== "");
  const open = onNodes.filter(({ resolved_at }) => resolved_at === null);
  const resolved = onNodes.filter(({ resolved_at }) => resolved_at !== null);
  return (
    <div className={classes.list}>
      <Row nodeKey="" name={t("workflow")} thread={threads.find(({ node_key }) => node_key === "")} />
      {open.map((thread) => (
        <Row key={thread.id} nodeKey={thread.node_key} name={thread.node_name} thread={thread} />
      ))}
      {onNodes.length === 0 && <p className={classes.hint}>{t("howTo")}</p>}
      {resolved.length > 0 && <h3 className={classes.section}>{t("resolved")}</h3>}
      {resolved.map((thread) => (
        <Row key={thread.id} nodeKey={thread.node_key} name={thread.node_name} thread={thread} />
      ))}
    </div>
  );
}

type RowProps = { nodeKey: string; name: string; thread: CommentThread | undefined };

function Row({ nodeKey, name, thread }: RowProps) {
  const { t } = useTranslation("comments");
  const editor = useEditor();
  const shownName = useDocument((state) => state.nodes[nodeKey]?.name ?? name);
  const isGone = useDocument((state) => nodeKey !== "" && !state.nodes[nodeKey]);
  const open = () => {
    if (nodeKey !== "" && !isGone) {
      useUi.getState().select([nodeKey]);
      editor.canvas.reveal([nodeKey]);
    }
    useUi.getState().openComments(nodeKey);
  };
  return (
    <UnstyledButton className={classes.row} onClick={open}>
      <Icon name={nodeKey === "" ? "sitemap" : "message-2"} size={15} />
      <span className={classes.rowName}>
        {shownName}
        {isGone && <span className={classes.quiet}> · {t("nodeDeleted")}</span>}
      </span>
      {thread && (
        <>
          <span className={classes.quiet}>
            <RelativeTime iso={thread.last_comment_at} />
          </span>
          <span className={classes.count}>{thread.comment_count}</span>
        </>
      )}
    </UnstyledButton>
  );
}
