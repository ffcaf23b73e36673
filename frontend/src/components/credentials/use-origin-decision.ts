import { useQueryClient } from "@tanstack/react-query";
import { cacheKey, useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { Credential } from "@/api/types";
import { useSave } from "@/components/use-save";

type Decision = { origin: string; isAllowed: boolean };

/** Let a credential be sent to an origin, or do not (any more). */
export function useOriginDecision(credentialId: string) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useSave(
    ({ origin, isAllowed }: Decision) =>
      isAllowed
        ? ask("post", "/api/credentials/{credential_id}/origins/", {
            ...at({ credential_id: credentialId }),
            body: { origin },
          })
        : ask(
            "delete",
            "/api/credentials/{credential_id}/origins/",
            at({ credential_id: credentialId }, { origin }),
          ),
    {
      onSuccess: (saved) => {
        queryClient.setQueryData<Credential[]>(cacheKey("/api/credentials/"), (before = []) =>
          before.map((known) => (known.id === saved.id ? saved : known)),
        );
        // Runs that wait for the same go on.
        void refresh("/api/approvals/");
      },
    },
  );
}
