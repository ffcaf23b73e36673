/** Cached reads of comments on nodes, and of what a person should read. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import { paging } from "@/api/queries/policy";
import { queryKeys } from "@/api/query-keys";

const INBOX_EVERY_MS = 15_000;

/** Comments on a node, newest first; an empty key is the workflow as a whole. */
export function useComments(id: string, nodeKey: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.comments(id, nodeKey),
    queryFn: ({ pageParam, signal }) =>
      api.comments.list(id, { node_key: nodeKey, cursor: pageParam }, signal),
    ...paging,
  });
}

/** Nodes with comments, and their numbers. */
export function useCommentThreads(id: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.commentThreads(id),
    queryFn: ({ pageParam, signal }) => api.comments.threads(id, { cursor: pageParam }, signal),
    ...paging,
  });
}

/** Whom a comment may mention; null asks for nobody. */
export function useWorkflowPeople(id: string, search: string | null) {
  return useQuery({
    queryKey: queryKeys.workflowPeople(id, search ?? ""),
    queryFn: ({ signal }) => api.comments.people(id, search ?? "", signal),
    enabled: search !== null,
    placeholderData: (previous) => previous,
  });
}

/** Comments that the person who looks should read; looked for again and again, since others write at any time. */
export function useInbox(unread: boolean, enabled = true) {
  return useInfiniteQuery({
    queryKey: queryKeys.inboxItems(unread),
    queryFn: ({ pageParam, signal }) => api.inbox.list({ unread, cursor: pageParam }, signal),
    refetchInterval: INBOX_EVERY_MS,
    enabled,
    ...paging,
  });
}
