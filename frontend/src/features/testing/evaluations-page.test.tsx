import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { EvaluationRound } from "@/api/types";
import { EvaluationsPage } from "@/features/testing/evaluations-page";
import { renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";

const ROUND: EvaluationRound = {
  summary: {
    id: "e1r1",
    left: { id: "v1", number: 1, content_hash: "a" },
    right: { id: "v2", number: null, content_hash: "b" },
    created_by: null,
    created_at: "2026-03-10T12:00:00Z",
    finished_at: "2026-03-10T12:01:00Z",
    cancelled: false,
    sums: { left: 1, right: 0.25, done: 2, count: 2 },
  },
  cases: [{ name: "tea", inputs: {}, expected: "Hello tea" }],
  scores: [
    {
      case: 0,
      side: "left",
      run: "r1",
      judge_run: null,
      score: 1,
      reason: { en: "As expected.", zh: "符合。" },
    },
    {
      case: 0,
      side: "right",
      run: "r2",
      judge_run: null,
      score: 0.25,
      reason: { en: "Too short.", zh: "短。" },
    },
  ],
};

it("runs a table for one version and shows two beside each other", async () => {
  let rounds: EvaluationRound["summary"][] = [];
  const asked = serve({
    "GET /api/workflows/w1/": () => ({ id: "w1", name: "Greeting", role: "owner" }),
    "GET /api/workflows/w1/versions/": () => ({ next: null, previous: null, results: [] }),
    "GET /api/workflows/w1/evaluations/": () => [
      { id: "e1", workflow: "w1", name: "Topics", cases: ROUND.cases, created_at: "", updated_at: "" },
    ],
    "GET /api/evaluations/e1/rounds/": () => rounds,
    "GET /api/evaluation-rounds/e1r1/": () => ROUND,
    "POST /api/evaluations/e1/rounds/": () => {
      rounds = [ROUND.summary];
      return ROUND;
    },
  });
  renderRoutes(
    [{ path: "/workflows/:id/evaluations", element: <EvaluationsPage /> }],
    "/workflows/w1/evaluations",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Run" }));
  expect(await screen.findByText("Too short.")).toBeTruthy();
  expect(screen.getByText(/Version 1 · 100 %/)).toBeTruthy();
  expect(screen.getByText(/Not published · 25 %/)).toBeTruthy();
  expect(asked.find((call) => call.method === "POST")?.body).toEqual({ versions: [null] });
});

it("stops a round that goes on, and says how far it came", async () => {
  const going = { ...ROUND.summary, finished_at: null, sums: { ...ROUND.summary.sums, done: 1 } };
  const asked = serve({
    "GET /api/workflows/w1/": () => ({ id: "w1", name: "Greeting", role: "owner" }),
    "GET /api/workflows/w1/versions/": () => ({ next: null, previous: null, results: [] }),
    "GET /api/workflows/w1/evaluations/": () => [
      { id: "e1", workflow: "w1", name: "Topics", cases: ROUND.cases, created_at: "", updated_at: "" },
    ],
    "GET /api/evaluations/e1/rounds/": () => [going],
    "GET /api/evaluation-rounds/e1r1/": () => ({ ...ROUND, summary: going }),
    "POST /api/evaluation-rounds/e1r1/cancel/": () => ({
      ...ROUND,
      summary: { ...going, finished_at: "2026-03-10T12:00:30Z", cancelled: true },
    }),
  });
  renderRoutes(
    [{ path: "/workflows/:id/evaluations", element: <EvaluationsPage /> }],
    "/workflows/w1/evaluations",
  );
  expect(await screen.findByText("1 of 2 scored")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(await screen.findByText("Stopped: 1 of 2 scored")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  expect(asked.filter(({ method }) => method === "POST")).toHaveLength(1);
});

const EMPTY = {
  "GET /api/workflows/w1/": () => ({ id: "w1", name: "Greeting", role: "owner" }),
  "GET /api/workflows/w1/evaluations/": () => [],
  "GET /api/workflows/w1/interface/": () => ({
    tool: { parameters: { type: "object", properties: { name: {}, tone: {} } } },
    breaking: [],
    callers: [],
  }),
  "GET /api/providers/": () => [],
};

async function openTable(answer: () => unknown) {
  const asked = serve({ ...EMPTY, "POST /api/workflows/w1/evaluations/": answer });
  renderRoutes(
    [{ path: "/workflows/:id/evaluations", element: <EvaluationsPage /> }],
    "/workflows/w1/evaluations",
  );
  await userEvent.click(await screen.findByRole("button", { name: "New table" }));
  await userEvent.type((await screen.findAllByRole("textbox", { name: "Name" }))[0] as HTMLElement, "Topics");
  return asked;
}

it("makes a table with a column for each input of the workflow", async () => {
  const asked = await openTable(() => ({ id: "e1" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("columnheader", { name: "tone" })).toBeTruthy();
  await userEvent.type(dialog.getByRole("textbox", { name: "name" }), "Ada");
  await userEvent.type(dialog.getByRole("textbox", { name: "Expected" }), "Hello");
  await userEvent.click(dialog.getByRole("button", { name: "Add case" }));
  await userEvent.type(dialog.getAllByRole("textbox", { name: "tone" })[1] as HTMLElement, "5");
  await userEvent.click(dialog.getAllByRole("combobox", { name: "Scored by" })[1] as HTMLElement);
  await userEvent.click(await screen.findByRole("option", { name: "Scored by a model" }));
  await userEvent.type(await dialog.findByRole("textbox", { name: "Scoring criteria" }), "Be kind");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
    name: "Topics",
    cases: [
      { name: "1", inputs: { name: "Ada" }, expected: "Hello", scorer: { kind: "contains", path: "$" } },
      {
        name: "2",
        inputs: { tone: 5 },
        expected: "",
        scorer: { kind: "judge", path: "$", instruction: "Be kind" },
      },
    ],
  });
});

it("tells below a case what was refused in it", async () => {
  const errors = [{ pointer: "/cases/0/scorer/path", code: "json_path", message: "Begin with $." }];
  await openTable(() => refuse({ status: 400, code: "invalid_input", detail: "Look.", errors }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Begin with $.")).toBeTruthy();
});
