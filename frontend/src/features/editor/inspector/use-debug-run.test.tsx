import { act, renderHook, waitFor } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { expect, it } from "vitest";
import { createDocumentStore, DocumentStoreContext } from "@/stores/document-store";
import { node } from "@/test/documents";
import { runOf } from "@/test/runs";
import { refuse, serve } from "@/test/server";
import { fakeSockets } from "@/test/socket";
import { useDebugRun } from "./use-debug-run";

it("says why a node could not be stopped", async () => {
  fakeSockets();
  serve({
    "POST /api/workflows/w1/nodes/n1/debug/": () => runOf({ id: "r1" }),
    "POST /api/runs/r1/cancel/": () =>
      refuse({ status: 409, code: "already_finished", detail: "It ended before." }),
  });
  const store = createDocumentStore();
  store.setState({ workflowId: "w1" });
  const wrapper = ({ children }: PropsWithChildren) => (
    <DocumentStoreContext value={store}>{children}</DocumentStoreContext>
  );
  const { result } = renderHook(() => useDebugRun(node("n1")), { wrapper });
  await act(() => result.current.start([], "live"));
  expect(result.current.running).toBe(true);
  act(() => result.current.cancel());
  await waitFor(() => expect(result.current.failure?.detail).toBe("It ended before."));
});
