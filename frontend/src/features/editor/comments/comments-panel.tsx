/** The comments of a workflow, in the place of the node's panel: all threads, or those on one node. */

import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { CommentThread } from "@/api/types";
import { IconButton } from "@/components/icon-button";
import { ResizeHandle } from "@/components/resize-handle";
import { useSave } from "@/components/use-save";
import classes from "@/features/editor/comments/comments.module.css";
import { ThreadView } from "@/features/editor/comments/thread";
import { ThreadList } from "@/features/editor/comments/thread-list";
import { useReadCommentsAgain, useThreads } from "@/features/editor/comments/use-comments";
import { useTakeFocus } from "@/hooks/use-take-focus";
import { useDocument } from "@/stores/document-store";
import { PANEL_WIDTH, useUi } from "@/stores/ui-store";

export function CommentsPanel({ workflowId }: { workflowId: string }) {
  const { t } = useTranslation("comments");
  const of = useUi((state) => state.commentsOf);
  const width = useUi((state) => state.panelWidth);
  const set = useUi((state) => state.set);
  const threads = useThreads(workflowId);
  const thread = threads.find(({ node_key }) => node_key === of);
  const subject = useSubject(of, thread);
  const panel = useTakeFocus<HTMLElement>("comments");
  return (
    <aside
      ref={panel}
      className={classes.panel}
      aria-label={of === null ? t("title") : t("commentsOn", { subject })}
    >
      <ResizeHandle
        edge="left"
        label={t("resize")}
        size={width}
        limits={PANEL_WIDTH}
        onResize={(panelWidth) => set({ panelWidth })}
      />
      <header className={classes.head}>
        {of !== null && (
          <IconButton
            icon="arrow-left"
            iconSize={16}
            color="gray"
            label={t("all")}
            onClick={() => set({ commentsOf: null })}
            tip
          />
        )}
        <h2 className={classes.title}>{of === null ? t("title") : subject}</h2>
        {thread && <ResolveButton workflowId={workflowId} thread={thread} />}
        <IconButton
          icon="x"
          iconSize={16}
          color="gray"
          label={t("close")}
          onClick={() => set({ commentsOpen: false })}
        />
      </header>
      {of === null ? (
        <ThreadList threads={threads} />
      ) : (
        <ThreadView key={of} workflowId={workflowId} nodeKey={of} thread={thread} />
      )}
    </aside>
  );
}

/** Subject of a thread: the current or last name of the node. */
function useSubject(of: string | null, thread: CommentThread | undefined): string {
  const { t } = useTranslation("comments");
  const name = useDocument((state) => (of === null ? undefined : state.nodes[of]?.name));
  return of === "" ? t("workflow") : (name ?? thread?.node_name ?? of ?? "");
}

function ResolveButton({ workflowId, thread }: { workflowId: string; thread: CommentThread }) {
  const { t } = useTranslation("comments");
  const readAgain = useReadCommentsAgain(workflowId);
  const isResolved = thread.resolved_at !== null;
  const resolve = useSave(
    () =>
      ask("patch", "/api/comment-threads/{thread_id}/", {
        ...at({ thread_id: thread.id }),
        body: { resolved: !isResolved },
      }),
    { onSuccess: () => readAgain(thread.node_key) },
  );
  const label = isResolved ? t("reopen") : t("resolve");
  return (
    <IconButton
      icon={isResolved ? "rotate-clockwise" : "check"}
      iconSize={16}
      color="gray"
      label={label}
      loading={resolve.isPending}
      onClick={() => resolve.mutate()}
      tip
    />
  );
}
