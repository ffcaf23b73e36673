/** Keeps the numbers on the cards, and reads comments again when somebody wrote. */

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useCommentThreads } from "@/api/queries/comments";
import { queryKeys } from "@/api/query-keys";
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
  const queries = useQueryClient();
  return useCallback(
    (nodeKey) => {
      const changed =
        nodeKey === null
          ? [queryKeys.allComments(workflowId)]
          : [queryKeys.commentThreads(workflowId), queryKeys.comments(workflowId, nodeKey), queryKeys.inbox];
      for (const queryKey of changed) void queries.invalidateQueries({ queryKey });
    },
    [queries, workflowId],
  );
}
