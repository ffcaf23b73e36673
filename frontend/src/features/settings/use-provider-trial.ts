import { useMutation } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { ProviderDraft, ProviderTest } from "@/api/types";

/** Asks the service with what is typed. A result counts until address or key are typed over. */
export function useProviderTrial(id: string | undefined, draft: ProviderDraft) {
  const trial = useMutation({
    mutationFn: (tried: ProviderDraft) => api.providers.try({ ...tried, ...(id && { id }) }),
  });
  const isCurrent = trial.variables !== undefined && addressOf(trial.variables) === addressOf(draft);
  const report: ProviderTest | undefined = isCurrent ? trial.data : undefined;
  return {
    report,
    error: isCurrent ? trial.error : null,
    isPending: trial.isPending,
    run: () => trial.mutateAsync(draft),
  };
}

const addressOf = ({ base_url, api_key }: ProviderDraft) => JSON.stringify([base_url, api_key]);
