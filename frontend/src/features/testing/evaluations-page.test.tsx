import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { EvaluationRound } from "@/api/types";
import { EvaluationsPage } from "@/features/testing/evaluations-page";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";

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

afterEach(() => {
  vi.unstubAllGlobals();
});

it("runs a table for one version and shows two beside each other", async () => {
  let rounds: EvaluationRound["summary"][] = [];
  const asked = serve({
    "GET /api/workflows/w1/": () => ({ id: "w1", name: "Greeting", role: "owner" }),
    "GET /api/workflows/w1/versions/": () => [],
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
