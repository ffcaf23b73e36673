import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { User } from "@/api/types";
import texts from "@/i18n/en/administration-audit.json";
import { callOf } from "@/test/calls";
import { LINH, renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { KINDS } from "./audit-filter";
import { AuditPage } from "./audit-page";

const STAFF: User = { ...LINH, is_staff: true };
const ROOT: User = { ...STAFF, is_superuser: true };
const EVENT = {
  id: "7",
  at: "2026-03-10T12:00:00Z",
  username: "",
  action: "sign_in.failed",
  target: "kim",
  details: { tries: 3 },
  address: "192.0.2.1",
};

const page = (results: unknown[]) => ({ results, next: null, previous: null });

function openPage(
  address: string,
  { user = ROOT, isEmpty = false, parts = [] as unknown[], row = undefined as unknown } = {},
) {
  const left = [...parts];
  const asked = serve({
    "GET /api/tools/invocations/": () => page(isEmpty ? [] : [callOf({ decision: "deny", username: "kim" })]),
    "GET /api/tools/invocations/names/": () => ({
      tools: [{ id: "tool:1", title: "Orders" }],
      people: ["kim"],
    }),
    "GET /api/tools/access-events/": ({ query }) => {
      if (row !== undefined) return page(query.has("row") ? [row] : []);
      return page(isEmpty ? [] : [EVENT]);
    },
    "GET /api/tools/audit-chain/": () => left.shift(),
    "GET /api/tools/types/": () => [],
  });
  const view = renderRoutes([{ path: "/settings/audit", element: <AuditPage /> }], address, { user });
  const queries = (log: string) =>
    asked.filter(({ path }) => path === `/api/tools/${log}/`).map(({ query }) => query.toString());
  return { ...view, queries };
}

it("narrows the calls by person and decision, keeps both in the address, and exports the same calls", async () => {
  const { router, queries } = openPage("/settings/audit");
  await screen.findByRole("button", { name: /Orders/ });
  await userEvent.click(screen.getByRole("button", { name: "Filters" }));
  await userEvent.type(await screen.findByRole("combobox", { name: "Person" }), "kim{Enter}");
  await userEvent.click(screen.getByRole("combobox", { name: "Decision" }));
  await userEvent.click(await screen.findByRole("option", { name: "Not allowed" }));
  await waitFor(() => expect(router.state.location.search).toBe("?user=kim&decision=deny"));
  await waitFor(() => expect(queries("invocations")).toContain("decision=deny&user=kim"));
  expect(screen.getByRole("link", { name: "Export CSV" }).getAttribute("href")).toBe(
    "/api/tools/invocations.csv?decision=deny&user=kim",
  );
});

it("names the filter of the address, and takes one part away", async () => {
  const { router } = openPage("/settings/audit?tool=tool:1&origin=model&result=nonsense");
  await screen.findByRole("button", { name: "Remove filter: Tool: Orders" });
  await userEvent.click(screen.getByRole("button", { name: "Remove filter: Called by: Model" }));
  await waitFor(() => expect(router.state.location.search).toBe("?tool=tool%3A1"));
});

it("names a filter that finds nothing, and clears it", async () => {
  const { router } = openPage("/settings/audit?user=kim&search=loom", { isEmpty: true });
  await screen.findByText("Person: kim · “loom” in the text");
  expect(screen.getByText(/the newest 1,000 entries/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(router.state.location.search).toBe(""));
  await screen.findByText("No tool calls yet");
});

it("shows the events of rights in words, with their details, and keeps the log while it is filtered", async () => {
  const { router, queries } = openPage("/settings/audit?log=rights&kind=sign_in");
  await userEvent.click(await screen.findByRole("button", { name: /Sign-in · failed/ }));
  expect(screen.getByText("192.0.2.1")).toBeTruthy();
  expect(screen.getAllByText("Unknown or operator").length).toBeGreaterThan(0);
  expect(queries("access-events")).toEqual(["kind=sign_in"]);
  await userEvent.click(screen.getByRole("button", { name: "Remove filter: Subject: Sign-in" }));
  await waitFor(() => expect(router.state.location.search).toBe("?log=rights"));
});

it("opens the entry of the address, and names the one that is opened", async () => {
  const { router } = openPage("/settings/audit?row=1&user=kim");
  const entry = await screen.findByRole("button", { name: /Orders/ });
  const id = callOf({}).id;
  if (entry.getAttribute("aria-expanded") === "true") await userEvent.click(entry);
  await userEvent.click(entry);
  expect(router.state.location.search).toContain(`row=${id}`);
  await userEvent.click(screen.getByRole("button", { name: "Copy link" }));
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/settings/audit?row=${id}`);
  await userEvent.click(entry);
  expect(router.state.location.search).toBe("?user=kim");
});

it("shows an entry of the address that the list does not have", async () => {
  const { queries } = openPage("/settings/audit?log=rights&row=7&kind=rule", { row: { ...EVENT, id: "7" } });
  const linked = within(await screen.findByRole("region", { name: "The entry of the link" }));
  expect((await linked.findByRole("button", { name: /Sign-in/ })).getAttribute("aria-expanded")).toBe("true");
  expect(queries("access-events")).toEqual(["kind=rule", "row=7"]);
});

it("says when the entry of the address is not there", async () => {
  openPage("/settings/audit?log=rights&row=8", { isEmpty: true });
  expect(await screen.findByText(/does not exist, or you may not see it/)).toBeTruthy();
});

it("offers the log of rights to superusers alone", async () => {
  const { queries } = openPage("/settings/audit?log=rights", { user: STAFF });
  await screen.findByRole("button", { name: /Orders/ });
  expect(screen.queryByText("Sign-ins and rights")).toBeNull();
  expect(queries("access-events")).toEqual([]);
});

it("is for administrators", async () => {
  const { queries } = openPage("/settings/audit", { user: LINH });
  await screen.findByText("For administrators");
  expect(queries("invocations")).toEqual([]);
});

const part = (facts: object) => ({ links: 5000, last: null, head: "abcdef", faults: [], ...facts });

it("checks the chain to its end and counts the records", async () => {
  const { queries } = openPage("/settings/audit", { parts: [part({ last: 5200 }), part({ links: 17 })] });
  await userEvent.click(await screen.findByRole("button", { name: "Check integrity" }));
  await screen.findByText(/Unchanged: all 5,017 records match the chain/);
  expect(queries("audit-chain")).toEqual(["after=0", "after=5200"]);
});

it("names the entries that are not as they were written", async () => {
  const faults = [
    { table: "call", row_id: 12, kind: "missing" },
    { table: "access", row_id: 3, kind: "changed" },
  ];
  openPage("/settings/audit", { parts: [part({ faults })] });
  await userEvent.click(await screen.findByRole("button", { name: "Check integrity" }));
  await screen.findByText("2 entries are not as they were written");
  expect(screen.getByText("Tool call 12: was removed.")).toBeTruthy();
  expect(screen.getByText("Event 3: it or the record before it was changed.")).toBeTruthy();
});

it("filters by every subject that has words", () => {
  expect([...KINDS]).toEqual(Object.keys(texts.subject));
});
