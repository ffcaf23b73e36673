import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { ComparisonRow, NodeDoc, RunComparison } from "@/api/types";
import { ComparePage } from "@/features/runs/compare-page";
import { renderRoutes } from "@/test/render";
import { runOf } from "@/test/runs";
import { serve } from "@/test/server";

const SPENT = { duration_ms: 5, usage: { input_tokens: 0, output_tokens: 0 }, cost: null };

function rowOf(key: string, scope: string, passes: number): ComparisonRow {
  const side = { status: "succeeded" as const, output: {}, ...SPENT };
  const name = key === "each" ? "For each" : `${key} in ${scope}`;
  return { node_key: key, scope, name, passes, left: side, right: side, same: true, changes: [] };
}

function comparisonOf(rows: ComparisonRow[]): RunComparison {
  const run = { status: "succeeded" as const, nothing_ran: false, ...SPENT };
  return { left: { id: "r1", ...run }, right: { id: "r2", ...run }, rows };
}

function nodeOf(name: string, config: NodeDoc["config"]): NodeDoc {
  const place = { position: { x: 0, y: 0 }, parent: null, bypass: false, pinned_output: null };
  return { key: "ai", name, type: "process", type_version: 1, config, ...place };
}

it("goes into a container and from pass to pass, all of it in the address", async () => {
  const asked = serve({
    "GET /api/runs/r1/": () => runOf({ workflow: { id: "w1", name: "Greetings" } }),
    "GET /api/runs/r2/": () => runOf({ id: "r2" }),
    "GET /api/runs/r1/compare/": ({ query }) => {
      const scope = query.get("scope") ?? "";
      return comparisonOf([scope === "" ? rowOf("each", "", 3) : rowOf("greet", scope, 0)]);
    },
  });
  const routes = [{ path: "/runs/:id/compare", element: <ComparePage /> }];
  const { router } = renderRoutes(routes, "/runs/r1/compare?with=r2");
  const scope = () => new URLSearchParams(router.state.location.search).get("scope");

  await userEvent.click(await screen.findByRole("link", { name: "3 passes" }));
  expect(await screen.findByText("greet in /each.0")).toBeTruthy();
  expect(screen.getByText("of 3")).toBeTruthy();
  await userEvent.click(screen.getByRole("link", { name: "Next pass" }));
  expect(await screen.findByText("greet in /each.1")).toBeTruthy();
  const number = screen.getByLabelText("Pass of For each");
  await userEvent.clear(number);
  await userEvent.type(number, "3");
  expect(await screen.findByText("greet in /each.2")).toBeTruthy();
  expect(scope()).toBe("/each.2");
  expect(screen.getByRole("link", { name: "Next pass" }).getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(screen.getByRole("link", { name: "All nodes" }));
  await waitFor(() => expect(scope()).toBeNull());
  expect(asked.every(({ query }) => query.get("with") !== "")).toBe(true);
});

it("says that a node was skipped in place of a time", async () => {
  const row = rowOf("greet", "", 0);
  const skipped = { ...row, left: { status: "skipped" as const, output: null, ...SPENT, duration_ms: 0 } };
  serve({
    "GET /api/runs/r1/": () => runOf({ workflow: { id: "w1", name: "Greetings" } }),
    "GET /api/runs/r2/": () => runOf({ id: "r2" }),
    "GET /api/runs/r1/compare/": () => comparisonOf([skipped]),
  });
  renderRoutes([{ path: "/runs/:id/compare", element: <ComparePage /> }], "/runs/r1/compare?with=r2");
  expect((await screen.findByText("Skipped")).closest("tr")?.textContent).not.toContain("<1 ms");
});

it("shows texts word by word, lists as tables, and which versions ran", async () => {
  const version = (number: number) => ({ id: `v${number}`, number, content_hash: "" });
  const text = { path: "/line", left: { value: "Hello Ada" }, right: { value: "Hello Bob" }, is_cut: false };
  const rows = [{ name: "tea", price: 3 }];
  const table = { path: "/rows", left: { value: rows }, right: null, is_cut: false };
  serve({
    "GET /api/runs/r1/": () => runOf({ version: version(1) }),
    "GET /api/runs/r2/": () => runOf({ id: "r2", version: version(2) }),
    "GET /api/runs/r1/compare/": () =>
      comparisonOf([{ ...rowOf("greet", "", 0), same: false, changes: [text, table] }]),
  });
  renderRoutes([{ path: "/runs/:id/compare", element: <ComparePage /> }], "/runs/r1/compare?with=r2");
  await userEvent.click(await screen.findByRole("button", { name: "2 differences" }));
  expect([screen.getByText("Ada").tagName, screen.getByText("Bob").tagName]).toEqual(["DEL", "INS"]);
  expect(screen.getByRole("columnheader", { name: "price" })).toBeTruthy();
  expect(screen.getByText("(nothing)")).toBeTruthy();
  expect(await screen.findByText("Version 1")).toBeTruthy();
  expect(await screen.findByText("Version 2")).toBeTruthy();
});

it("shows first how settings and prompts differ, with the times of both runs and the way back", async () => {
  const document = (prompt: string) => ({ nodes: [nodeOf("Draft answer", { prompt })], edges: [] });
  serve({
    "GET /api/node-types/": () => [],
    "GET /api/runs/r1/": () =>
      runOf({ document: document("Answer briefly"), started_at: "2026-03-10T12:00:00Z" }),
    "GET /api/runs/r2/": () => runOf({ id: "r2", document: document("Answer politely") }),
    "GET /api/runs/r1/compare/": () => comparisonOf([rowOf("ai", "", 0)]),
  });
  renderRoutes([{ path: "/runs/:id/compare", element: <ComparePage /> }], "/runs/r1/compare?with=r2");
  const settings = await screen.findByRole("region", { name: "Settings and prompts" });
  expect(within(settings).getByText("briefly").tagName).toBe("DEL");
  expect(within(settings).getByText("politely").tagName).toBe("INS");
  const table = await screen.findByRole("table");
  expect(settings.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(within(table).getAllByText(/^Mar 10, 2026/)).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Back to the run" }).getAttribute("href")).toBe("/runs/r1");
});

it("fetches a long value whole when that is asked for", async () => {
  const side = (value: string) => ({ value });
  const cut = { path: "/text", left: side("It begins…"), right: side("It begins…"), is_cut: true };
  const asked = serve({
    "GET /api/runs/r1/": () => runOf({}),
    "GET /api/runs/r2/": () => runOf({ id: "r2" }),
    "GET /api/runs/r1/compare/": () =>
      comparisonOf([{ ...rowOf("greet", "/each.1", 0), same: false, changes: [cut] }]),
    "GET /api/runs/r1/compare/value/": () => ({
      ...cut,
      left: side(`${"It begins alike. ".repeat(1000)}It ends well.`),
      right: side(`${"It begins alike. ".repeat(1000)}It ends badly.`),
    }),
  });
  const routes = [{ path: "/runs/:id/compare", element: <ComparePage /> }];
  renderRoutes(routes, "/runs/r1/compare?with=r2&scope=%2Feach.1");
  await userEvent.click(await screen.findByRole("button", { name: "1 difference" }));
  await userEvent.click(screen.getByRole("button", { name: "Show whole values" }));
  expect((await screen.findByText("well")).tagName).toBe("DEL");
  expect(screen.getByText(/^A value over 1 MB is cut/)).toBeTruthy();
  const { query } = asked.find(({ path }) => path.endsWith("/value/")) ?? {};
  expect(Object.fromEntries(query ?? [])).toEqual({
    with: "r2",
    scope: "/each.1",
    node_key: "greet",
    path: "/text",
  });
});

it("names the node that was debugged, not its key", async () => {
  const document = { nodes: [nodeOf("About money?", {})], edges: [] };
  serve({
    "GET /api/node-types/": () => [],
    "GET /api/runs/r1/": () => runOf({}),
    "GET /api/runs/r2/": () => runOf({ id: "r2", kind: "debug", target_node: "ai", document }),
    "GET /api/runs/r1/compare/": () => comparisonOf([rowOf("ai", "", 0)]),
  });
  renderRoutes([{ path: "/runs/:id/compare", element: <ComparePage /> }], "/runs/r1/compare?with=r2");
  expect(await screen.findByText("Debug: About money?")).toBeTruthy();
});
