import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { WorkflowTest } from "@/api/types";
import { useSave } from "@/components/use-save";
import { downloadJson } from "@/lib/download";

/** Actions on the tests of one workflow. */
export function useTestActions(workflowId: string) {
  const refresh = useRefresh();
  const replay = useSave(
    // One after the other: each of them is as short as the workflow is without its waiting.
    async (tests: readonly WorkflowTest[]) => {
      for (const test of tests) {
        await ask("post", "/api/workflow-tests/{test_id}/results/", {
          ...at({ test_id: test.id }),
          body: {},
        });
        await refresh(`/api/workflow-tests/${test.id}/results/`);
      }
    },
    { onSettled: () => refresh(`/api/workflows/${workflowId}/tests/`) },
  );
  const remove = useSave(
    (id: string) => ask("delete", "/api/workflow-tests/{test_id}/", at({ test_id: id })),
    { refreshes: [`/api/workflows/${workflowId}/tests/`] },
  );
  const exportFile = useSave(
    (test: WorkflowTest) => ask("get", "/api/workflow-tests/{test_id}/export/", at({ test_id: test.id })),
    { onSuccess: (file, test) => downloadJson(`${test.name}.test.json`, file) },
  );
  return { replay, remove, exportFile, refresh: () => refresh(`/api/workflows/${workflowId}/tests/`) };
}

export type TestActions = ReturnType<typeof useTestActions>;
