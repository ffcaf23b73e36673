import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Credential } from "@/api/types";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

type Decision = { origin: string; isAllowed: boolean };

/** Let a credential be sent to an origin, or do not (any more). */
export function useOriginDecision(credentialId: string) {
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: ({ origin, isAllowed }: Decision) =>
      isAllowed
        ? api.credentials.confirmOrigin(credentialId, origin)
        : api.credentials.removeOrigin(credentialId, origin),
    onSuccess: (saved) => {
      queryClient.setQueryData<Credential[]>(queryKeys.credentials, (before = []) =>
        before.map((known) => (known.id === saved.id ? saved : known)),
      );
      // Runs that wait for the same go on.
      void queryClient.invalidateQueries({ queryKey: queryKeys.allApprovals });
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
}
