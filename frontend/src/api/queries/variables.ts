/** The variables of the installation, read and changed. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Environment } from "@/api/types";

export function useVariables() {
  return useQuery({ queryKey: queryKeys.variables, queryFn: ({ signal }) => api.variables.list(signal) });
}

/** Values of `env` in templates; empty until loaded. */
export function useEnvironment(): Environment {
  const { data } = useVariables();
  return useMemo(() => Object.fromEntries(data?.map(({ name, value }) => [name, value]) ?? []), [data]);
}

/** Lists are refreshed before the person sees that it worked. */
export function useVariableChanges() {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: queryKeys.variables });
  const set = useMutation({ mutationFn: api.variables.set, onSuccess });
  const remove = useMutation({ mutationFn: api.variables.remove, onSuccess });
  return { set, remove };
}
