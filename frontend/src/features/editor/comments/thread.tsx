import { Button } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useComments } from "@/api/comments";
import { ask, at } from "@/api/http";
import type { CommentThread } from "@/api/types";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { useSave } from "@/components/use-save";
import { useCommentStore } from "@/stores/comment-store";
import { useDocument } from "@/stores/document-store";
import { CommentItem } from "./comment-item";
import classes from "./comments.module.css";
import { CommentComposer } from "./composer";
import { useReadCommentsAgain } from "./use-comments";

type Props = { workflowId: string; nodeKey: string; thread: CommentThread | undefined };

/** Comments on one node, the newest last, and a field to write. */
export function ThreadView({ workflowId, nodeKey, thread }: Props) {
  const { t } = useTranslation("comments");
  const query = useComments(workflowId, nodeKey);
  const isGone = useDocument((state) => nodeKey !== "" && !state.nodes[nodeKey]);
  const comments = query.data?.pages.flatMap((page) => page.results).reverse() ?? [];
  const list = useScrolledToEnd(comments.at(-1)?.id);
  if (query.isError) return <QueryState query={query} pending={null} />;
  return (
    <>
      <div className={classes.comments} ref={list} role="log" aria-label={t("title")}>
        {isGone && <p className={classes.notice}>{t("nodeDeletedText")}</p>}
        {thread?.resolved_at && <p className={classes.notice}>{t("resolvedText")}</p>}
        {query.isPending && <PageSkeleton rows={3} />}
        {query.hasNextPage && (
          <Button
            size="xs"
            variant="default"
            className={classes.earlier}
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t("earlier")}
          </Button>
        )}
        {query.isSuccess && comments.length === 0 && <p className={classes.hint}>{t("none")}</p>}
        {comments.map((comment) => (
          <CommentItem key={comment.id} workflowId={workflowId} comment={comment} />
        ))}
      </div>
      {!(isGone && !thread) && <NewComment workflowId={workflowId} nodeKey={nodeKey} />}
    </>
  );
}

/** The field holds its own draft: a key that is pressed does not draw hundreds of comments again. */
function NewComment({ workflowId, nodeKey }: Pick<Props, "workflowId" | "nodeKey">) {
  const { t } = useTranslation("comments");
  const readAgain = useReadCommentsAgain(workflowId);
  const draft = useCommentStore((state) => state.drafts[nodeKey] ?? "");
  const setDraft = useCommentStore((state) => state.setDraft);
  const create = useSave(
    (text: { text: string; mentions: string[] }) =>
      ask("post", "/api/workflows/{workflow_id}/comments/", {
        ...at({ workflow_id: workflowId }),
        body: { node_key: nodeKey, ...text },
      }),
    {
      inPlace: true,
      onSuccess: () => {
        setDraft(nodeKey, "");
        readAgain(nodeKey);
      },
    },
  );
  return (
    <CommentComposer
      workflowId={workflowId}
      text={draft}
      onText={(text) => setDraft(nodeKey, text)}
      label={t("write")}
      submitLabel={t("send")}
      saving={create}
    />
  );
}

/** Show the end at first and when something new is there; earlier comments that are loaded leave the view where it is. */
function useScrolledToEnd(newest: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (newest !== undefined && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);
  return list;
}
