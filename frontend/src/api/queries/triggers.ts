/** Cached reads of triggers and of what arrived at them; how they stand is asked for again and again. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import { paging } from "@/api/queries/policy";
import { queryKeys } from "@/api/query-keys";
import type { JsonObject, Trigger } from "@/api/types";
import { serverNow } from "@/lib/server-clock";

const EVERY_MS = 15_000;
const LISTENING_EVERY_MS = 1_000;

/** A trigger that listens for an example hears it at once. */
function isListening({ listening_until: until }: Trigger): boolean {
  return until !== null && Date.parse(until) > serverNow();
}

export function useAllTriggers() {
  return useInfiniteQuery({
    queryKey: queryKeys.allTriggers,
    queryFn: ({ pageParam, signal }) => api.triggers.list({ cursor: pageParam }, signal),
    refetchInterval: EVERY_MS,
    ...paging,
  });
}

export function useWorkflowTriggers(workflow: string | null) {
  return useQuery({
    queryKey: queryKeys.triggers(workflow ?? ""),
    queryFn: ({ signal }) => api.triggers.ofWorkflow(workflow ?? "", signal),
    enabled: workflow !== null,
    refetchInterval: ({ state }) => (state.data?.some(isListening) ? LISTENING_EVERY_MS : EVERY_MS),
  });
}

/** State of a node's trigger; undefined while it has no address. */
export function useTrigger(workflow: string | null, key: string): Trigger | undefined {
  return useWorkflowTriggers(workflow).data?.find(({ node_key }) => node_key === key);
}

/** `last`: the delivery that is known to be the newest; another one means that the list has grown. */
export function useDeliveries(workflow: string, key: string, last: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.deliveries(workflow, key), last ?? ""],
    queryFn: ({ pageParam, signal }) => api.deliveries.list(workflow, key, { cursor: pageParam }, signal),
    placeholderData: (previous) => previous,
    enabled: last !== undefined,
    refetchInterval: EVERY_MS,
    ...paging,
  });
}

export function useDelivery(id: string | null) {
  return useQuery({
    queryKey: queryKeys.delivery(id ?? ""),
    queryFn: ({ signal }) => api.deliveries.get(id ?? "", signal),
    enabled: id !== null,
  });
}

export function useDueTimes(type: string, config: JsonObject) {
  return useQuery({
    queryKey: queryKeys.dueTimes(type, config),
    queryFn: ({ signal }) => api.triggers.dueTimes(type, config, signal),
    placeholderData: (previous) => previous,
    retry: false,
  });
}

export function useBotServices() {
  return useQuery({
    queryKey: queryKeys.botServices,
    queryFn: ({ signal }) => api.triggers.botServices(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useWebhookSenders() {
  return useQuery({
    queryKey: queryKeys.webhookSenders,
    queryFn: ({ signal }) => api.triggers.senders(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
