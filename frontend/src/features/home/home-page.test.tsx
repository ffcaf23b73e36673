import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import type { Overview, WorkflowSummary, WorkflowTemplate } from "@/api/types";
import { HomePage } from "@/features/home/home-page";
import { NODE_TYPES } from "@/test/documents";
import { LINH, renderRoutes } from "@/test/render";
import { runOf } from "@/test/runs";
import { serve } from "@/test/server";
import { workflowSummary } from "@/test/workflows";

const TEMPLATES = ["approve-before-sending", "compare-three-models", "daily-news"].map(
  (id): WorkflowTemplate => ({
    id,
    category: "basics",
    name: { en: id.replaceAll("-", " "), zh: id },
    description: { en: "Works at once.", zh: "立即可用。" },
    note: { en: "Offline.", zh: "离线。" },
    services: [],
    picture: { nodes: [{ key: "start", type: "start", x: 0, y: 0, parent: null }], edges: [] },
  }),
);

const NOTHING: Overview = { days: [], recent: [], failures: [] };

function openHome(overview: Overview, workflows: WorkflowSummary[]) {
  serve({
    "GET /api/overview/": () => overview,
    "GET /api/workflows/": ({ query }) => ({
      results: workflows.filter((one) => one.is_favourite || !query.has("favourite")),
      next: null,
      previous: null,
    }),
    "GET /api/approvals/": () => ({ results: [], next: null, previous: null }),
    "GET /api/node-types/": () => Object.values(NODE_TYPES),
    "GET /api/workflow-templates/": () => TEMPLATES,
    "GET /api/providers/": () => [],
    "POST /api/workflows/": ({ body }) => {
      created.push(body);
      return { id: "w9" };
    },
  });
  renderRoutes(
    [
      { path: "/", element: <HomePage /> },
      { path: "/workflows/:id", element: <Address /> },
    ],
    "/",
    { user: LINH },
  );
}

/** Bodies of the workflows that were created. */
const created: unknown[] = [];

function Address() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

afterEach(() => {
  created.length = 0;
});

describe("the home page", () => {
  it("shows a newcomer what to begin with", async () => {
    openHome(NOTHING, []);
    const starters = within(await screen.findByRole("list", { name: "Worth a first look" }));
    expect(starters.getAllByRole("button").map((one) => one.textContent)).toEqual([
      expect.stringContaining("Approve on your phone"),
      expect.stringContaining("Compare, then decide"),
    ]);
    const further = within(screen.getByRole("region", { name: "For real work" }));
    const links = further.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/settings/providers", "/agents"]);
    expect(screen.queryByRole("link", { name: "New workflow" })).toBeNull();
  });

  it("keeps the starters for whoever has tried one of them", async () => {
    openHome(NOTHING, [workflowSummary()]);
    const starters = within(await screen.findByRole("list", { name: "Worth a first look" }));
    await userEvent.click(starters.getByRole("button", { name: /Compare, then decide/ }));
    expect(created).toEqual([{ name: "compare three models", template: "compare-three-models" }]);
  });

  it("has no chart before a run has ended", async () => {
    const days = [{ date: "2026-03-10", succeeded: 0, failed: 0, cost: 0 }];
    openHome({ days, recent: [runOf({ status: "waiting" })], failures: [] }, [workflowSummary()]);
    expect(await screen.findByRole("region", { name: "Recent runs" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Runs" })).toBeNull();
    // Nor is one being loaded.
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("opens a template that fits a wish", async () => {
    openHome(NOTHING, []);
    await userEvent.type(await screen.findByLabelText("What should happen?"), "the news, every day");
    const fitting = within(await screen.findByRole("group", { name: "Templates that fit" }));
    await userEvent.click(fitting.getByRole("option", { name: /daily news/ }));
    expect(await screen.findByText("/workflows/w9")).toBeTruthy();
    expect(created).toEqual([{ name: "daily news", template: "daily-news" }]);
  });

  it("begins a workflow with a step that fits, and opens its settings", async () => {
    openHome(NOTHING, [workflowSummary()]);
    await userEvent.type(await screen.findByLabelText("What should happen?"), "fill in a template");
    const steps = within(await screen.findByRole("group", { name: "Begin with one step" }));
    await userEvent.click(steps.getByRole("option", { name: /Template/ }));
    expect(await screen.findByText("/workflows/w9?node=template")).toBeTruthy();
    expect(created).toEqual([
      {
        name: "Fill in a template",
        document: {
          nodes: [expect.objectContaining({ type: "start" }), expect.objectContaining({ type: "template" })],
          edges: [expect.objectContaining({ source: "start", target: "template" })],
        },
      },
    ]);
  });

  it("takes with the keys what is marked, and marks before it takes", async () => {
    openHome(NOTHING, [workflowSummary()]);
    const field = await screen.findByRole("combobox", { name: "What should happen?" });
    await userEvent.type(field, "compare three models, fill in a template");
    const options = await screen.findAllByRole("option");
    const marked = () => options.findIndex((one) => one.id === field.getAttribute("aria-activedescendant"));
    expect(marked()).toBe(-1);
    await userEvent.keyboard("{ArrowUp}");
    expect(marked()).toBe(-1);
    await userEvent.keyboard("{Enter}");
    expect([marked(), created]).toEqual([0, []]);
    await userEvent.keyboard("{ArrowDown}");
    expect(marked()).toBe(1);
    expect(options[1]?.getAttribute("aria-selected")).toBe("true");
    await userEvent.keyboard("!{Enter}");
    expect([marked(), created]).toEqual([0, []]);
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByText("/workflows/w9")).toBeTruthy();
    expect(created).toEqual([{ name: "compare three models", template: "compare-three-models" }]);
  });

  it("is empty again after Escape", async () => {
    openHome(NOTHING, [workflowSummary()]);
    const field = await screen.findByRole<HTMLInputElement>("combobox", { name: "What should happen?" });
    await userEvent.type(field, "fill in a template");
    expect((await screen.findAllByRole("option")).length).toBeGreaterThan(0);
    await userEvent.keyboard("{Escape}");
    expect(field.value).toBe("");
    expect(field.getAttribute("aria-expanded")).toBe("false");
    expect(screen.queryByRole("option")).toBeNull();
  });

  it("says so where nothing fits, and shows all there is", async () => {
    openHome(NOTHING, [workflowSummary()]);
    await userEvent.type(await screen.findByLabelText("What should happen?"), "zzz");
    expect(await screen.findByText(/Nothing fits these words/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "All templates" }).getAttribute("href")).toBe("/workflows?new");
  });

  it("leads from a failure and its reason to the node at fault", async () => {
    const error = { code: "tool_failed", message: "Nobody answered.", node_key: "send mail" };
    const failed = { ...runOf({ id: "r9", status: "failed", error }), node_name: "Send mail" };
    openHome({ days: [], recent: [failed], failures: [failed] }, [workflowSummary()]);
    const failures = within(await screen.findByRole("region", { name: "Recent failures" }));
    expect(failures.getByText("Nobody answered.")).toBeTruthy();
    expect(failures.getByRole("link", { name: "Talk › Send mail" }).getAttribute("href")).toBe(
      "/runs/r9?node=send%20mail",
    );
    expect(screen.getByRole("link", { name: "Orders" }).getAttribute("href")).toBe("/workflows/w1");
  });
  it("has favourites at hand, where there are some", async () => {
    openHome(NOTHING, [workflowSummary(), workflowSummary({ id: "w2", name: "Digest", is_favourite: true })]);
    const favourites = within(await screen.findByRole("region", { name: "Favourites" }));
    const links = favourites.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/workflows?favourites", "/workflows/w2"]);
  });
});
