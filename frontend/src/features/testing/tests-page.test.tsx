import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { WorkflowTest, WorkflowTestResult } from "@/api/types";
import { TestsPage } from "@/features/testing/tests-page";
import { renderRoutes } from "@/test/render";
import { runOf } from "@/test/runs";
import { refuse, serve } from "@/test/server";

const WORKFLOW = { id: "w1", name: "Greeting", role: "owner" };
const TEST: WorkflowTest = {
  id: "t1",
  workflow: "w1",
  name: "Greets",
  inputs: {},
  assertions: [{ kind: "status", value: "succeeded" }],
  compares_prompts: true,
  source_run: "r1",
  created_by: null,
  created_at: "2026-03-10T12:00:00Z",
  updated_at: "2026-03-10T12:00:00Z",
  last_result: null,
};
const UNFIT: WorkflowTestResult = {
  id: 1,
  status: "unfit",
  findings: [
    {
      code: "prompt_changed",
      node: "writer",
      scope: "",
      round: 1,
      message: { en: "Node writer asks something else.", zh: "提示词不同。" },
      recorded: "Write about looms",
      found: "Write about boats",
    },
  ],
  run: "r2",
  version: null,
  usage: null,
  duration_ms: 10,
  created_by: null,
  created_at: "2026-03-11T12:00:00Z",
};

function show() {
  renderRoutes([{ path: "/workflows/:id/tests", element: <TestsPage /> }], "/workflows/w1/tests");
}

it("runs a test and shows where the recording and the graph part", async () => {
  let result: WorkflowTestResult | null = null;
  serve({
    "GET /api/workflows/w1/": () => WORKFLOW,
    "GET /api/workflows/w1/tests/": () => [{ ...TEST, last_result: result }],
    "GET /api/workflow-tests/t1/results/": () => (result ? [result] : []),
    "POST /api/workflow-tests/t1/results/": () => {
      result = UNFIT;
      return UNFIT;
    },
  });
  show();
  expect(await screen.findByText("Not run yet")).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Run" }));
  expect(await screen.findByText("Does not match the recording")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Greets" }));
  expect(await screen.findByText("Node writer asks something else.")).toBeTruthy();
  expect(screen.getByText(/Write about looms/)).toBeTruthy();
  expect(screen.getByText(/Write about boats/)).toBeTruthy();
  expect(await screen.findByRole("link", { name: "Replay" })).toBeTruthy();
});

it("tells what is wrong with an assertion", async () => {
  serve({
    "GET /api/workflows/w1/": () => WORKFLOW,
    "GET /api/workflows/w1/tests/": () => [TEST],
    "PATCH /api/workflow-tests/t1/": () =>
      new Response(JSON.stringify({ status: 400, code: "invalid_input", detail: "Mind the path." }), {
        status: 400,
      }),
  });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "More actions for Greets" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Edit…" }));
  await userEvent.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Mind the path.")).toBeTruthy();
});

it("edits what is demanded in a form, and tells at its row what was refused", async () => {
  let refused = true;
  const asked = serve({
    "GET /api/workflows/w1/": () => WORKFLOW,
    "GET /api/workflows/w1/tests/": () => [TEST],
    "PATCH /api/workflow-tests/t1/": () => {
      const errors = [{ pointer: "/assertions/1/path", code: "json_path", message: "Begin with $." }];
      return refused ? refuse({ status: 400, code: "invalid_input", detail: "Look.", errors }) : TEST;
    },
  });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "More actions for Greets" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Edit…" }));
  const add = async (kind: string) => {
    await userEvent.click(await screen.findByRole("button", { name: "Add assertion" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: kind }));
    return within(await screen.findByRole("listitem", { name: kind }));
  };
  await userEvent.click(await screen.findByRole("button", { name: "Remove “Final status”" }));
  const cost = await add("Max cost");
  await userEvent.clear(cost.getByLabelText("Max"));
  await userEvent.type(cost.getByLabelText("Max"), "0.05");
  const output = await add("Output contains");
  await userEvent.type(output.getByLabelText("Value"), "tea");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await output.findByText("Begin with $.")).toBeTruthy();
  expect(cost.queryByRole("alert")).toBeNull();
  refused = false;
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked.findLast(({ method }) => method === "PATCH")?.body).toMatchObject({
    assertions: [
      { kind: "cost", value: 0.05 },
      { kind: "contains", path: "$", value: "tea" },
    ],
  });
});

it("takes what is demanded as JSON as well", async () => {
  const asked = serve({
    "GET /api/workflows/w1/": () => WORKFLOW,
    "GET /api/workflows/w1/tests/": () => [TEST],
    "PATCH /api/workflow-tests/t1/": () => TEST,
  });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "More actions for Greets" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Edit…" }));
  await userEvent.click(await screen.findByRole("radio", { name: "JSON" }));
  const text = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Assertions" });
  expect(JSON.parse(text.value)).toEqual(TEST.assertions);
  await userEvent.clear(text);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  await userEvent.click(text);
  await userEvent.paste('[{"kind": "tokens", "value": 7}]');
  await userEvent.click(screen.getByRole("radio", { name: "Form" }));
  expect(screen.getByLabelText<HTMLInputElement>("Max").value).toBe("7");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === "PATCH")?.body).toMatchObject({
      assertions: [{ kind: "tokens", value: 7 }],
    }),
  );
});

it("leaves viewers what they may do", async () => {
  serve({
    "GET /api/workflows/w1/": () => ({ ...WORKFLOW, role: "viewer" }),
    "GET /api/workflows/w1/tests/": () => [TEST],
  });
  show();
  expect(await screen.findByText("Greets")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Run all" })).toBeNull());
  expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
});

describe("without tests", () => {
  const open = (runs: unknown[], role = "owner") => {
    serve({
      "GET /api/workflows/w1/": () => ({ ...WORKFLOW, role }),
      "GET /api/workflows/w1/tests/": () => [],
      "GET /api/runs/": () => ({ results: runs, next: null, previous: null }),
    });
    show();
  };

  it("keeps the last run that is over as the first one", async () => {
    open([runOf({ id: "r9", status: "running", finished_at: null }), runOf({ id: "r8", status: "failed" })]);
    await userEvent.click(await screen.findByRole("button", { name: "Save the last run as a test" }));
    expect(await screen.findByRole("dialog", { name: "Save this run as a test" })).toBeTruthy();
  });

  it("leads to the workflow when nothing was run", async () => {
    open([]);
    const run = await screen.findByRole("link", { name: "Run the workflow first" });
    expect(run.getAttribute("href")).toBe("/workflows/w1");
  });

  it("offers viewers nothing that they may not do", async () => {
    open([runOf({ status: "succeeded" })], "viewer");
    await screen.findByRole("link", { name: "Choose another run" });
    expect(screen.queryByRole("button", { name: "Save the last run as a test" })).toBeNull();
  });
});
