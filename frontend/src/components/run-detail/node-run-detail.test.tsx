import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RUN_CALLS } from "@/api/run-calls";
import { nodeView } from "@/runs/node-events";
import type { ModelCallView } from "@/runs/types";
import { createRunStore, RunStoreContext } from "@/stores/run-store";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { NodeRunDetail } from "./node-run-detail";

const CALL: ModelCallView = {
  round: 1,
  model: "m",
  provider: "",
  status: "finished",
  startedAt: "",
  firstTextMs: null,
  finishReason: "stop",
  usage: null,
  toolCalls: 0,
  durationMs: 1,
  thoughts: "",
};

function show(finishReason: string, modelCalls = [CALL]) {
  serve({ "GET /api/tools/types/": () => [] });
  const node = {
    ...nodeView("writer", "Writer", "process"),
    modelCalls,
    output: { result: "…", finishReason },
  };
  const store = createRunStore(RUN_CALLS);
  const element = (
    <RunStoreContext value={store}>
      <NodeRunDetail node={node} />
    </RunStoreContext>
  );
  renderRoutes([{ path: "/", element }], "/");
}

it("says that a model has used up its rounds without an answer", async () => {
  show("max_rounds");
  expect(await screen.findByText("No answer: max rounds reached")).toBeTruthy();
});

it("says nothing of an answer that came in time", async () => {
  show("stop");
  expect(await screen.findByText("Output")).toBeTruthy();
  expect(screen.queryByText(/max rounds reached/)).toBeNull();
});

it("says nothing of a node that only passes such an output on", async () => {
  show("max_rounds", []);
  expect(await screen.findByText("Output")).toBeTruthy();
  expect(screen.queryByText(/max rounds reached/)).toBeNull();
});

it("folds what the model thought", async () => {
  show("stop", [{ ...CALL, thoughts: "secret plan" }]);
  const thoughts = await screen.findByText("secret plan");
  expect(thoughts.closest("details")?.open).toBe(false);
});

it("marks tokens that were estimated", async () => {
  const usage = { input_tokens: 4, output_tokens: 2, estimated: true };
  show("stop", [{ ...CALL, usage }]);
  expect(await screen.findByText("≈ 6 tokens")).toBeTruthy();
});
