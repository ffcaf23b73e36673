import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RUN_CALLS } from "@/api/run-calls";
import type { Json, NodeDoc, Run } from "@/api/types";
import { fromRun } from "@/runs/state";
import { createRunStore, RunStoreContext } from "@/stores/run-store";
import { renderRoutes } from "@/test/render";
import { runOf } from "@/test/runs";
import { serve } from "@/test/server";
import { RunResult } from "./run-result";

const NODE: NodeDoc = {
  key: "fetch",
  name: "Get issue",
  type: "http_request",
  type_version: 1,
  config: {},
  position: { x: 0, y: 0 },
  parent: null,
  bypass: false,
  pinned_output: null,
};

type NodeRun = Run["node_runs"][number];

function rowOf(output: NodeRun["output"]): NodeRun {
  return {
    node_key: "fetch",
    scope: "",
    name: "Get issue",
    type: "http_request",
    status: "succeeded",
    attempt: 1,
    inputs: {},
    output,
    ports: ["out"],
    error: null,
    usage: {},
    mocked: false,
    shared: false,
    started_at: "2026-03-10T12:00:00Z",
    finished_at: "2026-03-10T12:00:01Z",
    duration_ms: 1000,
  };
}

function show(own: Partial<Run>) {
  serve({ "GET /api/credentials/": () => [] });
  const store = createRunStore(RUN_CALLS);
  store.setState(fromRun(runOf({ document: { nodes: [NODE], edges: [] }, ...own })));
  const element = (
    <RunStoreContext value={store}>
      <RunResult />
    </RunStoreContext>
  );
  renderRoutes([{ path: "/", element }], "/");
}

it("says of a failure which node it was, the cause, and what to do", () => {
  const details = { tool_code: 2001 };
  const message = "The server did not answer.";
  const error = { code: "tool_execution_failed", message, details, node_key: "fetch" };
  show({ status: "failed", error });
  expect(screen.getByText("“Get issue” failed")).toBeTruthy();
  expect(screen.getByText("The server did not answer.")).toBeTruthy();
  expect(screen.getByText(/^Check the address, the values and the credential/)).toBeTruthy();
  expect(screen.queryByText(/2001/)).toBeNull();
});

it("says that nothing ran, and why", () => {
  show({ status: "succeeded", nothing_ran: true });
  expect(screen.getByText("Nothing ran")).toBeTruthy();
  expect(screen.getByText(/^No step is connected to the start/)).toBeTruthy();
});

it.each<[string, Json, string]>([
  ["a text with marks", "It is **Ada**.", "strong"],
  ["a list of rows", [{ name: "tea" }, { name: "coffee" }], "table"],
])("renders %s of the end node", async (_name, answer, role) => {
  show({ status: "succeeded", output: { answer } });
  expect(await screen.findByRole(role)).toBeTruthy();
});

it("shows the output of the last node where no end was reached", async () => {
  show({ status: "succeeded", node_runs: [rowOf({ result: "It is **Ada**.", model: "m" })] });
  expect(screen.getByText("Output of the last step, “Get issue”")).toBeTruthy();
  expect(await screen.findByRole("strong")).toBeTruthy();
  expect(screen.queryByText("model")).toBeNull();
});
