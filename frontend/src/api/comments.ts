/** Comments on workflows and their nodes, and the inbox of the person who is signed in. */

import { keepPreviousData } from "@tanstack/react-query";
import { paging, server } from "@/api/cache";
import { at } from "@/api/http";

const INBOX_EVERY_MS = 15_000;

/** Comments on a node, newest first; an empty key means the workflow as a whole. */
export const useComments = (id: string, nodeKey: string) =>
  server.useInfiniteQuery(
    "get",
    "/api/workflows/{workflow_id}/comments/",
    at({ workflow_id: id }, { node_key: nodeKey }),
    paging,
  );

/** The nodes that have comments, and how many. */
export const useCommentThreads = (id: string) =>
  server.useInfiniteQuery(
    "get",
    "/api/workflows/{workflow_id}/comment-threads/",
    at({ workflow_id: id }),
    paging,
  );

/** First people whom a comment may mention, filtered by name; null sends no request. */
export const useWorkflowPeople = (id: string, search: string | null) =>
  server.useQuery(
    "get",
    "/api/workflows/{workflow_id}/people/",
    at({ workflow_id: id }, { search: search ?? "" }),
    { enabled: search !== null, placeholderData: keepPreviousData },
  );

/** Comments and paused triggers that the person should read; polled, since they come at any time. */
export function useInbox(unread: boolean, enabled = true) {
  const options = { refetchInterval: INBOX_EVERY_MS, enabled, ...paging };
  return server.useInfiniteQuery("get", "/api/inbox/", { params: { query: { unread } } }, options);
}
