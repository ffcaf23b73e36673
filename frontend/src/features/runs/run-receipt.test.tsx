import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { RunPage } from "@/features/runs/run-page";
import { renderRoutes } from "@/test/render";
import { runOf } from "@/test/runs";
import { serve } from "@/test/server";
import { fakeSockets } from "@/test/socket";

afterEach(() => {
  vi.restoreAllMocks();
});

const RECEIPT = {
  calls: [
    {
      run_id: "r1",
      node_key: "mail",
      title: "Send a mail",
      function: "send",
      outcome: "succeeded",
      at: "2026-03-10T12:00:01Z",
    },
    {
      run_id: "r9",
      node_key: "book",
      title: "Book",
      function: "book",
      outcome: "unknown",
      at: "2026-03-10T12:00:02Z",
    },
  ],
  more_calls: 3,
  stopped: [{ node_key: "mail", scope: "/each.1" }],
  not_begun: ["end"],
};

async function openRun(status: "cancelled" | "succeeded") {
  fakeSockets();
  const asked = serve({
    "GET /api/runs/r1/": () => runOf({ id: "r1", status }),
    "GET /api/runs/r1/receipt/": () => RECEIPT,
    "GET /api/node-types/": () => [],
    "GET /api/providers/": () => [],
    "GET /api/tools/types/": () => [],
    "GET /api/tools/configs/": () => [],
  });
  renderRoutes([{ path: "/runs/:id", element: <RunPage /> }], "/runs/r1");
  await screen.findByText("Inputs");
  return asked;
}

it("a run that was stopped tells what had happened, and what had not", async () => {
  await openRun("cancelled");
  await screen.findByText("Send a mail");
  screen.getByText("done");
  screen.getByText("outcome unknown");
  expect(screen.getByRole("link", { name: "in another run" }).getAttribute("href")).toBe("/runs/r9");
  screen.getByText("and 3 more calls");
  screen.getByText("Stopped midway");
  screen.getByText("#2");
  screen.getByText("Not started");
});

it("a run that succeeded has no receipt", async () => {
  const asked = await openRun("succeeded");
  expect(asked.map(({ path }) => path)).not.toContain("/api/runs/r1/receipt/");
});
