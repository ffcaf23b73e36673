import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ResultPage, WorkflowSummary, WorkflowTemplate } from "@/api/types";
import { WorkflowsPage } from "@/features/workflows/workflows-page";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";
import { workflowSummary } from "@/test/workflows";

const TEMPLATE: WorkflowTemplate = {
  id: "ask",
  name: { en: "Ask and answer", zh: "问答" },
  description: { en: "One AI node.", zh: "一个 AI 节点。" },
  note: { en: "Runs without a key.", zh: "无需密钥。" },
  category: "basics",
  picture: {
    nodes: [
      { key: "start", type: "start", x: 0, y: 0, parent: null },
      { key: "ask", type: "process", x: 320, y: 0, parent: null },
    ],
    edges: [{ source: "start", target: "ask" }],
  },
};

const workflow = (id: string, name: string, changes: Partial<WorkflowSummary> = {}) =>
  workflowSummary({ id, slug: id, name, ...changes });

function page(results: WorkflowSummary[], next: string | null = null): ResultPage<WorkflowSummary> {
  return { results, next, previous: null };
}

function openPage(answers: Record<string, (asked: Asked) => unknown>) {
  const asked = serve({
    "GET /api/workflow-templates/": () => [TEMPLATE],
    "GET /api/node-types/": () => [],
    ...answers,
  });
  const view = renderRoutes(
    [
      { path: "/workflows", element: <WorkflowsPage /> },
      { path: "/workflows/:id", element: <p>the editor</p> },
    ],
    "/workflows",
  );
  return { ...view, asked };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("workflows", () => {
  it("offer templates while there are none, and open what one click made", async () => {
    const { router, asked } = openPage({
      "GET /api/workflows/": () => page([]),
      "POST /api/workflows/": () => workflow("w9", "Ask and answer"),
    });
    await userEvent.click(await screen.findByRole("button", { name: /Ask and answer/ }));
    expect(await screen.findByText("the editor")).toBeTruthy();
    expect(router.state.location.pathname).toBe("/workflows/w9");
    expect(asked.find((call) => call.method === "POST")?.body).toEqual({
      name: "Ask and answer",
      template: "ask",
    });
  });

  it("are created with the name that was typed", async () => {
    const { asked } = openPage({
      "GET /api/workflows/": () => page([workflow("w1", "Mail")]),
      "POST /api/workflows/": () => workflow("w9", "Invoices"),
    });
    await userEvent.click(await screen.findByRole("button", { name: "New workflow" }));
    await userEvent.type(await screen.findByLabelText("Name"), "Invoices{Enter}");
    expect(await screen.findByText("the editor")).toBeTruthy();
    expect(asked.find((call) => call.method === "POST")?.body).toEqual({ name: "Invoices" });
  });

  it("show their last run and who owns what is shared", async () => {
    const last_run = { id: "r1", status: "failed" as const, created_at: "2026-03-10T12:00:00Z" };
    const shared = workflow("w2", "Digest", { role: "viewer", owner: { id: 2, username: "marta" } });
    openPage({ "GET /api/workflows/": () => page([workflow("w1", "Mail", { last_run }), shared]) });
    const [first, second] = await screen.findAllByRole("article");
    expect(
      within(first as HTMLElement)
        .getByText("Failed")
        .closest("a")
        ?.getAttribute("href"),
    ).toBe("/runs/r1");
    expect(within(second as HTMLElement).getByText("Never run")).toBeTruthy();
    expect(within(second as HTMLElement).getByText("marta")).toBeTruthy();
  });

  it("are searched by the server, and say when nothing matches", async () => {
    const { asked } = openPage({
      "GET /api/workflows/": ({ query }) => page(query.get("search") ? [] : [workflow("w1", "Mail")]),
    });
    await userEvent.type(await screen.findByLabelText("Search workflows"), "zebra");
    expect(await screen.findByText("Nothing matches “zebra”")).toBeTruthy();
    expect(asked.filter((call) => call.query.get("search")).map((call) => call.query.get("search"))).toEqual([
      "zebra",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Clear search" }));
    expect(await screen.findByText("Mail")).toBeTruthy();
  });

  it("come page by page", async () => {
    openPage({
      "GET /api/workflows/": ({ query }) =>
        query.get("cursor") === "two"
          ? page([workflow("w2", "Digest")])
          : page([workflow("w1", "Mail")], "http://server/api/workflows/?cursor=two"),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Load more" }));
    expect(await screen.findByText("Digest")).toBeTruthy();
    expect(screen.getByText("Mail")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });

  it("are deleted only after a question", async () => {
    let rows = [workflow("w1", "Mail"), workflow("w2", "Digest")];
    const { asked } = openPage({
      "GET /api/workflows/": () => page(rows),
      "DELETE /api/workflows/w1/": () => {
        rows = rows.slice(1);
        return new Response(null, { status: 204 });
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Mail" }));
    await userEvent.click(await screen.findByText("Delete…"));
    expect(asked.some((call) => call.method === "DELETE")).toBe(false);
    await userEvent.click(await screen.findByRole("button", { name: "Delete workflow" }));
    await waitFor(() => expect(screen.queryByText("Mail")).toBeNull());
    expect(screen.getByText("Digest")).toBeTruthy();
  });

  it("say what went wrong and can be asked for again", async () => {
    let works = false;
    openPage({
      "GET /api/workflows/": () =>
        works
          ? page([workflow("w1", "Mail")])
          : refuse({ status: 500, code: "internal_error", detail: "Our mistake." }),
    });
    expect(await screen.findByText("Our mistake.")).toBeTruthy();
    works = true;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Mail")).toBeTruthy();
  });
});
