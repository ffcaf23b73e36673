import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Overview, WorkflowSummary } from "@/api/types";
import { HomePage } from "@/features/home/home-page";
import { LINH, renderRoutes } from "@/test/render";
import { runOf } from "@/test/runs";
import { serve } from "@/test/server";
import { workflowSummary } from "@/test/workflows";

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
    "GET /api/node-types/": () => [],
  });
  renderRoutes([{ path: "/", element: <HomePage /> }], "/", { user: LINH });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the home page", () => {
  it("shows a newcomer what to begin with", async () => {
    openHome(NOTHING, []);
    const first = within(await screen.findByRole("region", { name: "Welcome to Flowloom" }));
    const links = first.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/workflows", "/settings/providers", "/agents"]);
    expect(screen.queryByRole("link", { name: "New workflow" })).toBeNull();
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
