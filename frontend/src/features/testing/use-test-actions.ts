import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { WorkflowTest } from "@/api/types";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { downloadJson } from "@/lib/download";

/** Actions on the tests of one workflow. */
export function useTestActions(workflowId: string) {
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const onError = (error: Error) => notifyFailed(errorText(error));
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.tests(workflowId) });
  const replay = useMutation({
    // One after the other: each of them is as short as the workflow is without its waiting.
    mutationFn: async (tests: readonly WorkflowTest[]) => {
      for (const test of tests) {
        await api.tests.replay(test.id);
        await queryClient.invalidateQueries({ queryKey: queryKeys.testResults(test.id) });
      }
    },
    onError,
    onSettled: refresh,
  });
  const remove = useMutation({ mutationFn: api.tests.remove, onSuccess: refresh, onError });
  const exportFile = useMutation({
    mutationFn: (test: WorkflowTest) => api.tests.export(test.id),
    onSuccess: (file, test) => downloadJson(`${test.name}.test.json`, file),
    onError,
  });
  return { replay, remove, exportFile, refresh };
}

export type TestActions = ReturnType<typeof useTestActions>;
