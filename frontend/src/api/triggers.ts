/** Triggers: their state, which is polled, their deliveries and their form submissions. */

import { keepPreviousData } from "@tanstack/react-query";
import { CATALOGUE, paging, server } from "@/api/cache";
import { at } from "@/api/http";
import type { JsonObject, Status, Trigger } from "@/api/types";
import { serverNow } from "@/lib/server-clock";

const EVERY_MS = 15_000;
const LISTENING_EVERY_MS = 1_000;

const trigger = (workflow: string, key: string) => ({ workflow_id: workflow, node_key: key });

/** A trigger that listens for an example hears it at once. */
function isListening({ listening_until: until }: Trigger): boolean {
  return until !== null && Date.parse(until) > serverNow();
}

/** The published triggers of all workflows. */
export const useAllTriggers = () =>
  server.useInfiniteQuery("get", "/api/triggers/", {}, { refetchInterval: EVERY_MS, ...paging });

/** The triggers of a workflow that have an address or were published. */
export const useWorkflowTriggers = (workflow: string | null) =>
  server.useQuery("get", "/api/workflows/{workflow_id}/triggers/", at({ workflow_id: workflow ?? "" }), {
    enabled: workflow !== null,
    refetchInterval: ({ state }) => (state.data?.some(isListening) ? LISTENING_EVERY_MS : EVERY_MS),
  });

/** The state of a node's trigger; undefined while it has no address. */
export function useTrigger(workflow: string | null, key: string): Trigger | undefined {
  return useWorkflowTriggers(workflow).data?.find(({ node_key }) => node_key === key);
}

/** `last`: the delivery that is known to be the newest; another one means that the list has grown. */
export const useDeliveries = (workflow: string, key: string, last: string | undefined) =>
  server.useInfiniteQuery(
    "get",
    "/api/workflows/{workflow_id}/triggers/{node_key}/deliveries/",
    { ...at(trigger(workflow, key)), last },
    { placeholderData: keepPreviousData, enabled: last !== undefined, refetchInterval: EVERY_MS, ...paging },
  );

export const useDelivery = (id: string | null) =>
  server.useQuery("get", "/api/deliveries/{delivery_id}/", at({ delivery_id: id ?? "" }), {
    enabled: id !== null,
  });

/** When settings that are not published would be due next. */
export const useDueTimes = (type: string, config: JsonObject) =>
  server.useQuery(
    "post",
    "/api/trigger-due-times/",
    { body: { type, config } },
    { placeholderData: keepPreviousData, retry: false },
  );

export const useBotServices = () => server.useQuery("get", "/api/bot-services/", undefined, CATALOGUE);

export const useWebhookSenders = () => server.useQuery("get", "/api/webhook-senders/", undefined, CATALOGUE);

export type SubmissionFilter = { status?: Status; search?: string };

/** Submissions of a public form. */
export const useSubmissions = (workflow: string, key: string, filter: SubmissionFilter) =>
  server.useInfiniteQuery(
    "get",
    "/api/workflows/{workflow_id}/triggers/{node_key}/submissions/",
    at(trigger(workflow, key), filter),
    { placeholderData: keepPreviousData, refetchInterval: EVERY_MS, ...paging },
  );

export const useSubmissionColumns = (workflow: string, key: string) =>
  server.useQuery(
    "get",
    "/api/workflows/{workflow_id}/triggers/{node_key}/submissions/columns/",
    at(trigger(workflow, key)),
  );

/** URL of the CSV download of the filtered submissions. */
export const submissionsAddress = (workflow: string, key: string, filter: SubmissionFilter) =>
  `/api/workflows/${workflow}/triggers/${encodeURIComponent(key)}/submissions.csv?${new URLSearchParams(filter)}`;
