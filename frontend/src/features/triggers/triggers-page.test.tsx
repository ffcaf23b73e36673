import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Trigger } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { TriggersPage } from "./triggers-page";

const ARRIVED = "2026-03-10T12:00:00.000Z";

const webhook = (started_at: string | null): Trigger => ({
  workflow: { id: "w1", name: "Orders" },
  node_key: "hook",
  name: "New order",
  type: "webhook",
  address: "https://flowloom.example.com/hooks/planted/",
  known_to: [],
  secret_names: [],
  is_live: true,
  version: 1,
  paused_at: null,
  pause_reason: "",
  resume_takes_over: false,
  failures: 0,
  next_times: [],
  ended: "",
  problem: "",
  services: [],
  listening_until: null,
  model: "",
  last_delivery: {
    id: "d1",
    key: "k",
    status: "started",
    error: null,
    arrived_at: ARRIVED,
    runs: [{ id: "r1", status: "running", nothing_ran: false, created_at: ARRIVED, started_at }],
    reply: null,
  },
});

function open(trigger: Trigger) {
  serve({
    "GET /api/triggers/": () => ({ results: [trigger], next: null, previous: null }),
    "GET /api/node-types/": () => [],
  });
  renderRoutes([{ path: "/", element: <TriggersPage /> }], "/");
}

it("shows a trigger by the logo of the service that it hears from", async () => {
  open({ ...webhook(null), services: ["stripe"] });
  await screen.findByText("New order");
  expect(document.querySelector("use")?.getAttribute("href")).toMatch(/#stripe$/);
});

it("leads to the node of a trigger", async () => {
  open({ ...webhook(null), node_key: "on order" });
  const link = await screen.findByRole("link", { name: "New order" });
  expect(link.getAttribute("href")).toBe("/workflows/w1?node=on%20order");
});

it("names who still knows an address, and offers another one", async () => {
  open({ ...webhook(null), known_to: ["bob", "dora"] });
  expect(await screen.findByText(/bob and dora could read this address/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "New address" })).toBeTruthy();
});

it("says that resuming takes over what its publisher may no longer run", async () => {
  open({ ...webhook(null), is_live: false, paused_at: ARRIVED, resume_takes_over: true });
  expect(await screen.findByRole("button", { name: "Take over" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
});

it("says plainly that a schedule has ended", async () => {
  open({ ...webhook(null), type: "schedule", ended: "All 3 runs were started." });
  expect(await screen.findByText("Ended")).toBeTruthy();
  expect(screen.getByText("All 3 runs were started.")).toBeTruthy();
});

describe("the lag of a trigger", () => {
  it("is the time until a worker began with what arrived last", async () => {
    open(webhook("2026-03-10T12:00:04.000Z"));
    expect(await screen.findByText("Began 4.0 s later")).toBeTruthy();
  });

  it("is not told where nobody would notice it", async () => {
    open(webhook("2026-03-10T12:00:00.300Z"));
    expect(await screen.findByText("New order")).toBeTruthy();
    expect(screen.queryByText(/Began/)).toBeNull();
  });

  it("is unknown while none has", async () => {
    open(webhook(null));
    expect(await screen.findByText("New order")).toBeTruthy();
    expect(screen.queryByText(/Began/)).toBeNull();
  });
});
