/** Triggers: state, secrets, and deliveries. */

import { type PageFilter, paged, type Signal } from "@/api/calls/paging";
import { dataOf, http } from "@/api/http";
import type * as T from "@/api/types";

const trigger = (id: string, key: string) => ({ path: { workflow_id: id, node_key: key } });
const delivery = (id: string) => ({ path: { delivery_id: id } });

export const triggers = {
  /** The published triggers of all workflows. */
  list: (query: PageFilter<"trigger_list"> = {}, signal?: Signal) =>
    dataOf<T.ResultPage<T.Trigger>>(() => http.GET("/api/triggers/", { params: paged(query), signal })),
  /** Those of a workflow that have an address or were published. */
  ofWorkflow: (id: string, signal?: Signal) =>
    dataOf<T.Trigger[]>(() =>
      http.GET("/api/workflows/{workflow_id}/triggers/", { params: { path: { workflow_id: id } }, signal }),
    ),
  /** Gives a trigger node its address, and stores secrets; an empty one is removed, others stay. */
  prepare: (id: string, key: string, secrets: Record<string, string> = {}) =>
    dataOf<T.Trigger>(() =>
      http.PUT("/api/workflows/{workflow_id}/triggers/{node_key}/", {
        params: trigger(id, key),
        body: { secrets },
      }),
    ),
  /** Nothing listens at the old address from then on. */
  changeAddress: (id: string, key: string) =>
    dataOf<T.Trigger>(() =>
      http.POST("/api/workflows/{workflow_id}/triggers/{node_key}/address/", { params: trigger(id, key) }),
    ),
  listen: (id: string, key: string) =>
    dataOf<T.Trigger>(() =>
      http.POST("/api/workflows/{workflow_id}/triggers/{node_key}/listen/", { params: trigger(id, key) }),
    ),
  /** Preview of a poll with the draft's settings; nothing is started. */
  look: (id: string, key: string) =>
    dataOf<T.PollPreview>(() =>
      http.POST("/api/workflows/{workflow_id}/triggers/{node_key}/look/", { params: trigger(id, key) }),
    ),
  pause: (id: string, key: string, reason: string) =>
    dataOf<T.Trigger>(() =>
      http.POST("/api/workflows/{workflow_id}/triggers/{node_key}/pause/", {
        params: trigger(id, key),
        body: { reason },
      }),
    ),
  resume: (id: string, key: string) =>
    dataOf<T.Trigger>(() =>
      http.POST("/api/workflows/{workflow_id}/triggers/{node_key}/resume/", { params: trigger(id, key) }),
    ),
  startNow: (id: string, key: string) =>
    dataOf<T.Delivery>(() =>
      http.POST("/api/workflows/{workflow_id}/triggers/{node_key}/start/", { params: trigger(id, key) }),
    ),
  /** Starts what would have been due later than `start`, up to `end`. */
  backfill: (id: string, key: string, body: { start: string; end: string }) =>
    dataOf<{ count: number }>(() =>
      http.POST("/api/workflows/{workflow_id}/triggers/{node_key}/backfill/", {
        params: trigger(id, key),
        body,
      }),
    ),
  /** When settings that are not published would be due next. */
  dueTimes: (type: string, config: T.JsonObject, signal?: Signal) =>
    dataOf<{ times: string[] }>(() =>
      http.POST("/api/trigger-due-times/", { body: { type, config }, signal }),
    ),
  botServices: (signal?: Signal) => dataOf<T.BotService[]>(() => http.GET("/api/bot-services/", { signal })),
  senders: (signal?: Signal) =>
    dataOf<T.WebhookSender[]>(() => http.GET("/api/webhook-senders/", { signal })),
};

export type SubmissionFilter = { status?: T.Status; search?: string };

export const submissions = {
  list: (id: string, key: string, query: PageFilter<"submission_list"> = {}, signal?: Signal) =>
    dataOf<T.ResultPage<T.SentForm>>(() =>
      http.GET("/api/workflows/{workflow_id}/triggers/{node_key}/submissions/", {
        params: { ...trigger(id, key), ...paged(query) },
        signal,
      }),
    ),
  columns: (id: string, key: string, signal?: Signal) =>
    dataOf<T.SubmissionColumn[]>(() =>
      http.GET("/api/workflows/{workflow_id}/triggers/{node_key}/submissions/columns/", {
        params: trigger(id, key),
        signal,
      }),
    ),
  /** Address of a file with the filtered rows. */
  fileAddress: (id: string, key: string, filter: SubmissionFilter) =>
    `/api/workflows/${id}/triggers/${encodeURIComponent(key)}/submissions.csv?${new URLSearchParams(filter)}`,
};

export const deliveries = {
  list: (id: string, key: string, query: PageFilter<"delivery_list"> = {}, signal?: Signal) =>
    dataOf<T.ResultPage<T.Delivery>>(() =>
      http.GET("/api/workflows/{workflow_id}/triggers/{node_key}/deliveries/", {
        params: { ...trigger(id, key), ...paged(query) },
        signal,
      }),
    ),
  /** Starts runs with what was rejected, part by part: go on after the `last` while there is one. */
  rejectedAgain: (id: string, key: string, after: string | null) =>
    dataOf<{ started: number; refused: number; last: string | null }>(() =>
      http.POST("/api/workflows/{workflow_id}/triggers/{node_key}/deliveries/rejected/", {
        params: trigger(id, key),
        body: { after },
      }),
    ),
  get: (id: string, signal?: Signal) =>
    dataOf<T.DeliveryDetail>(() =>
      http.GET("/api/deliveries/{delivery_id}/", { params: delivery(id), signal }),
    ),
  /** Sends the answer of a bot that did not arrive. */
  replyAgain: (id: string) =>
    dataOf<T.Delivery>(() => http.POST("/api/deliveries/{delivery_id}/reply/", { params: delivery(id) })),
  /** Starts a further run with what arrived: of the draft, or of the published version. */
  sendAgain: (id: string, draft: boolean) =>
    dataOf<T.RunSummary>(() =>
      http.POST("/api/deliveries/{delivery_id}/runs/", { params: delivery(id), body: { draft } }),
    ),
};
