/** Cached reads of who is signed in, where, and with which tokens. */

import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import { CATALOGUE } from "@/api/queries/policy";
import { queryKeys } from "@/api/query-keys";

export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: ({ signal }) => api.session.get(signal),
  ...CATALOGUE,
});

export function useSession() {
  return useQuery(sessionQuery);
}

export function useBrowserSessions() {
  return useQuery({
    queryKey: queryKeys.browserSessions,
    queryFn: ({ signal }) => api.session.list(signal),
  });
}

export function useFactors() {
  return useQuery({ queryKey: queryKeys.factors, queryFn: ({ signal }) => api.factors.list(signal) });
}

export function useAccountLink(token: string) {
  return useQuery({
    queryKey: queryKeys.accountLink(token),
    queryFn: ({ signal }) => api.session.link(token, signal),
    ...CATALOGUE,
  });
}

export function useTokens() {
  return useQuery({ queryKey: queryKeys.tokens, queryFn: ({ signal }) => api.tokens.list(signal) });
}
