/** Cached reads of conversations, a person's own and those of a shared address. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import { CATALOGUE, paging } from "@/api/queries/policy";
import { queryKeys } from "@/api/query-keys";

export function useChatAgent(slug: string) {
  return useQuery({
    queryKey: queryKeys.chatAgent(slug),
    queryFn: ({ signal }) => api.chat.agent(slug, signal),
  });
}

/** `tests` are those that try the agent out, instead of the others. */
export function useConversations(slug: string, which: { search?: string; tests?: boolean }) {
  return useInfiniteQuery({
    queryKey: queryKeys.conversations(slug, which),
    queryFn: ({ pageParam, signal }) => api.chat.list(slug, { ...which, cursor: pageParam }, signal),
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

export function useShares(slug: string) {
  return useQuery({
    queryKey: queryKeys.shares(slug),
    queryFn: ({ signal }) => api.chat.shares(slug, signal),
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
