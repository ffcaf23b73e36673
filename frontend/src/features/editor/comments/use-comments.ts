/** Keeps the numbers on the cards, and reads comments again when somebody wrote. */

import { useCallback, useEffect, useMemo, useState } from "react";
import { useRefresh } from "@/api/cache";
import { useCommentThreads } from "@/api/comments";
import type { CommentThread } from "@/api/types";
import { type CommentStore, createCommentStore } from "@/stores/comment-store";

const NONE: readonly CommentThread[] = [];

/** All threads of the workflow: the canvas marks all of its nodes, so it cannot wait for a "load more". */
export function useThreads(workflowId: string): readonly CommentThread[] {
  const { data, hasNextPage, isFetching, fetchNextPage } = useCommentThreads(workflowId);
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return useMemo(() => data?.pages.flatMap((page) => page.results) ?? NONE, [data]);
}

export function useCommentCounts(workflowId: string): CommentStore {
  const [store] = useState(createCommentStore);
  const threads = useThreads(workflowId);
  useEffect(() => {
    const open = threads.filter(({ resolved_at }) => resolved_at === null);
    store
      .getState()
      .setCounts(Object.fromEntries(open.map(({ node_key, comment_count }) => [node_key, comment_count])));
  }, [store, threads]);
  return store;
}

/** The returned function reads the comments on a node again; with null those on every node that are on the screen. */
export function useReadCommentsAgain(workflowId: string): (nodeKey: string | null) => void {
  const refresh = useRefresh();
  return useCallback(
    (nodeKey) => {
      const at = `/api/workflows/${workflowId}/comment`;
      void (nodeKey === null ? refresh(`${at}*`) : refresh(`${at}*`, "/api/inbox/"));
    },
    [refresh, workflowId],
  );
}
