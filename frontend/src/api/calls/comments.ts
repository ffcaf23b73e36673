/** Comments on workflows and their nodes, and the inbox of the person who is signed in. */

import { type PageFilter, paged, type Signal } from "@/api/calls/paging";
import { dataOf, done, http } from "@/api/http";
import type * as T from "@/api/types";

const workflow = (id: string) => ({ path: { workflow_id: id } });
const comment = (id: string) => ({ path: { comment_id: id } });

export const comments = {
  /** On one node, or with an empty key on the workflow as a whole; newest first. */
  list: (id: string, query: PageFilter<"comment_list">, signal?: Signal) =>
    dataOf<T.ResultPage<T.Comment>>(() =>
      http.GET("/api/workflows/{workflow_id}/comments/", {
        params: { ...workflow(id), ...paged(query) },
        signal,
      }),
    ),
  create: (id: string, body: T.CommentText & { node_key: string }) =>
    dataOf<T.Comment>(() =>
      http.POST("/api/workflows/{workflow_id}/comments/", { params: workflow(id), body }),
    ),
  update: (id: string, body: T.CommentText) =>
    dataOf<T.Comment>(() => http.PATCH("/api/comments/{comment_id}/", { params: comment(id), body })),
  remove: (id: string) => done(() => http.DELETE("/api/comments/{comment_id}/", { params: comment(id) })),
  threads: (id: string, query: PageFilter<"comment_thread_list">, signal?: Signal) =>
    dataOf<T.ResultPage<T.CommentThread>>(() =>
      http.GET("/api/workflows/{workflow_id}/comment-threads/", {
        params: { ...workflow(id), ...paged(query) },
        signal,
      }),
    ),
  resolve: (threadId: string, resolved: boolean) =>
    dataOf<T.CommentThread>(() =>
      http.PATCH("/api/comment-threads/{thread_id}/", {
        params: { path: { thread_id: threadId } },
        body: { resolved },
      }),
    ),
  /** The first people with access to the workflow and a matching name. */
  people: (id: string, search: string, signal?: Signal) =>
    dataOf<T.Commenter[]>(() =>
      http.GET("/api/workflows/{workflow_id}/people/", {
        params: { ...workflow(id), query: { search } },
        signal,
      }),
    ),
};

export const inbox = {
  list: (query: PageFilter<"inbox_list">, signal?: Signal) =>
    dataOf<T.ResultPage<T.InboxItem>>(() => http.GET("/api/inbox/", { params: paged(query), signal })),
  mark: (itemId: string, isRead: boolean) =>
    dataOf<T.InboxItem>(() =>
      http.PATCH("/api/inbox/{item_id}/", {
        params: { path: { item_id: itemId } },
        body: { is_read: isRead },
      }),
    ),
  markAllRead: () => done(() => http.PATCH("/api/inbox/", { body: { is_read: true } })),
};
