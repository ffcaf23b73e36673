/** Cached reads of conversations, a person's own and those of a shared address. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Partner } from "@/api/partner";
import { CATALOGUE, paging } from "@/api/queries/policy";
import { queryKeys } from "@/api/query-keys";

export function useChatPartner(partner: Partner) {
  return useQuery({
    queryKey: queryKeys.chatPartner(partner),
    queryFn: ({ signal }) => api.chat.partner(partner, signal),
  });
}

/** `tests` are those that try the partner out, instead of the others. */
export function useConversations(partner: Partner, which: { search?: string; tests?: boolean }) {
  return useInfiniteQuery({
    queryKey: queryKeys.conversations(partner, which),
    queryFn: ({ pageParam, signal }) => api.chat.list(partner, { ...which, cursor: pageParam }, signal),
    placeholderData: (previous) => previous,
    ...paging,
  });
}

export function useConversation(id: string) {
  return useQuery({
    queryKey: queryKeys.conversation(id),
    queryFn: ({ signal }) => api.chat.get(id, signal),
  });
}

export function useShares(partner: Partner) {
  return useQuery({
    queryKey: queryKeys.shares(partner),
    queryFn: ({ signal }) => api.chat.shares(partner, signal),
  });
}

export function useShared(token: string) {
  return useQuery({
    queryKey: queryKeys.shared(token),
    queryFn: ({ signal }) => api.chat.shared(token, signal),
    ...CATALOGUE,
  });
}

export function useSharedConversation(token: string, id: string | null) {
  return useQuery({
    queryKey: queryKeys.sharedConversation(token, id),
    queryFn: ({ signal }) => api.chat.sharedConversation(token, id ?? "", signal),
    enabled: id !== null,
  });
}
