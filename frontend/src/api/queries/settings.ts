/** Cached reads of model providers and credentials. */

import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import { CATALOGUE } from "@/api/queries/policy";
import { queryKeys } from "@/api/query-keys";

export function useProviders(enabled = true) {
  return useQuery({
    queryKey: queryKeys.providers,
    queryFn: ({ signal }) => api.providers.list(signal),
    enabled,
  });
}

export function useProviderPresets() {
  return useQuery({
    queryKey: queryKeys.providerPresets,
    queryFn: ({ signal }) => api.providers.presets(signal),
    ...CATALOGUE,
  });
}

export function useCredentials() {
  return useQuery({ queryKey: queryKeys.credentials, queryFn: ({ signal }) => api.credentials.list(signal) });
}

export function useCredentialKinds() {
  return useQuery({
    queryKey: queryKeys.credentialKinds,
    queryFn: ({ signal }) => api.credentials.kinds(signal),
    ...CATALOGUE,
  });
}

export function useCredentialUses(id: string) {
  return useQuery({
    queryKey: queryKeys.credentialUses(id),
    queryFn: ({ signal }) => api.credentials.uses(id, signal),
  });
}

export function useAccountServices() {
  return useQuery({
    queryKey: queryKeys.accountServices,
    queryFn: ({ signal }) => api.accounts.services(signal),
    ...CATALOGUE,
  });
}
