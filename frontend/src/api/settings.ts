/** Model providers, credentials, connected accounts, and the variables of the installation. */

import { useMemo } from "react";
import { CATALOGUE, server } from "@/api/cache";
import { at } from "@/api/http";
import type { Environment } from "@/api/types";

export const useProviders = (enabled = true) =>
  server.useQuery("get", "/api/providers/", undefined, { enabled });

export const useProviderPresets = () =>
  server.useQuery("get", "/api/providers/presets/", undefined, CATALOGUE);

export const useCredentials = () => server.useQuery("get", "/api/credentials/");

export const useCredentialKinds = () =>
  server.useQuery("get", "/api/credentials/kinds/", undefined, CATALOGUE);

export const useCredentialUses = (id: string) =>
  server.useQuery("get", "/api/credentials/{credential_id}/uses/", at({ credential_id: id }));

export const useAccountServices = () =>
  server.useQuery("get", "/api/accounts/services/", undefined, CATALOGUE);

export const useVariables = () => server.useQuery("get", "/api/variables/");

/** Values of `env` in templates; empty until they are loaded. */
export function useEnvironment(): Environment {
  const { data } = useVariables();
  return useMemo(() => Object.fromEntries(data?.map(({ name, value }) => [name, value]) ?? []), [data]);
}
