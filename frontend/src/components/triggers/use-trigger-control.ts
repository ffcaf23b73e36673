import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Trigger } from "@/api/types";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

/** Pause, resume, and another address; every screen that shows the trigger follows. */
export function useTriggerControl({ workflow, node_key: key }: Trigger) {
  const client = useQueryClient();
  const errorText = useErrorText();
  const outcome = {
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.triggers(workflow.id) }),
        client.invalidateQueries({ queryKey: queryKeys.allTriggers }),
      ]),
    onError: (error: Error) => notifyFailed(errorText(error)),
  };
  const pause = useMutation({
    mutationFn: (reason: string) => api.triggers.pause(workflow.id, key, reason),
    ...outcome,
  });
  const resume = useMutation({ mutationFn: () => api.triggers.resume(workflow.id, key), ...outcome });
  const changeAddress = useMutation({
    mutationFn: () => api.triggers.changeAddress(workflow.id, key),
    ...outcome,
  });
  return { pause, resume, changeAddress };
}
