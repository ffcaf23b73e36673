import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Library, ResultPage, WorkflowCallers, WorkflowSummary, WorkflowTemplate } from "@/api/types";
import { WorkflowsPage } from "@/features/workflows/workflows-page";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";
import { workflowSummary } from "@/test/workflows";

const EMPTY = { document: { nodes: [], edges: [] } };
const TEMPLATE: WorkflowTemplate = {
  id: "ask",
  name: { en: "Ask and answer", zh: "问答" },
  description: { en: "One AI node.", zh: "一个 AI 节点。" },
  note: { en: "Runs without a key.", zh: "无需密钥。" },
  category: "basics",
  services: [],
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

const BUTLER: WorkflowCallers["callers"][number] = { kind: "agent", id: "a1", name: "Butler", node: "" };

function page(results: WorkflowSummary[], next: string | null = null): ResultPage<WorkflowSummary> {
  return { results, next, previous: null };
}

const LIBRARY: Library = {
  count: 2,
  mine: 1,
  favourites: 0,
  folders: [{ name: "Sales/Leads", count: 1 }],
  tags: [{ name: "Post", count: 2 }],
  owners: [
    { id: 1, username: "linh" },
    { id: 2, username: "kim" },
  ],
};

function openPage(answers: Record<string, (asked: Asked) => unknown>, address = "/workflows") {
  const asked = serve({
    "GET /api/workflow-templates/": () => [TEMPLATE],
    "GET /api/node-types/": () => [],
    "GET /api/workflows/library/": () => LIBRARY,
    ...answers,
  });
  const view = renderRoutes(
    [
      { path: "/workflows", element: <WorkflowsPage /> },
      { path: "/workflows/:id", element: <p>the editor</p> },
    ],
    address,
  );
  return { ...view, asked };
}

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
    expect(asked.find((call) => call.method === "POST")?.body).toEqual({ name: "Invoices", ...EMPTY });
  });

  it.each([
    "Character 1 of the name is hidden (U+3164). Delete it, or type the name again.",
    "名称的第 1 个字符是隐藏字符（U+3164）。请删除它，或重新输入名称。",
  ])("say at the field why their name is refused, and keep it: %s", async (message) => {
    const { asked } = openPage({
      "GET /api/workflows/": () => page([workflow("w1", "Mail")]),
      "POST /api/workflows/": () =>
        refuse({
          status: 400,
          code: "invalid_input",
          errors: [{ pointer: "/name", code: "name_not_readable", message }],
        }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "New workflow" }));
    const field = await screen.findByLabelText("Name");
    await userEvent.type(field, "  \u3164x {Enter}");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(asked.find((call) => call.method === "POST")?.body).toEqual({ name: "\u3164x", ...EMPTY });
  });

  it("show their live version, their last run and who owns what is shared", async () => {
    const last_run = {
      id: "r1",
      status: "failed" as const,
      nothing_ran: false,
      created_at: "2026-03-10T12:00:00Z",
    };
    const shared = workflow("w2", "Digest", { role: "viewer", owner: { id: 2, username: "marta" } });
    openPage({
      "GET /api/workflows/": () => page([workflow("w1", "Mail", { last_run, published_version: 3 }), shared]),
    });
    const [first, second] = await screen.findAllByRole("article");
    expect(
      within(first as HTMLElement)
        .getByText("Failed")
        .closest("a")
        ?.getAttribute("href"),
    ).toBe("/runs/r1");
    expect(within(first as HTMLElement).getByText("Version 3 is live")).toBeTruthy();
    expect(within(second as HTMLElement).queryByText(/is live/)).toBeNull();
    expect(within(second as HTMLElement).getByText("Never run")).toBeTruthy();
    expect(within(second as HTMLElement).getByText("marta")).toBeTruthy();
  });

  it("are searched by the server, and say when nothing matches", async () => {
    const { asked } = openPage({
      "GET /api/workflows/": ({ query }) => page(query.get("search") ? [] : [workflow("w1", "Mail")]),
    });
    await userEvent.click(await screen.findByLabelText("Search workflows"));
    await userEvent.paste("zebra");
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
      "GET /api/workflows/callers/": () => [{ id: "w1", callers: [BUTLER] }],
      "POST /api/workflows/delete/": () => {
        rows = rows.slice(1);
        return [{ id: "w1", error: null }];
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Mail" }));
    await userEvent.click(await screen.findByText("Delete…"));
    expect(await screen.findByText("Used by Butler, which would no longer work.")).toBeTruthy();
    expect(asked.some((call) => call.method === "POST")).toBe(false);
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
  it("are narrowed by what the address says, and the address by what is chosen", async () => {
    const { router, asked } = openPage(
      { "GET /api/workflows/": () => page([workflow("w1", "Orders", { tags: ["Post"] })]) },
      "/workflows?folder=Sales",
    );
    const nav = within(await screen.findByRole("navigation", { name: "Library" }));
    const sales = await nav.findByRole("link", { name: "Sales 1 workflow" });
    expect(sales.getAttribute("aria-current")).toBe("true");
    await userEvent.click(nav.getByRole("link", { name: "Post 2 workflows" }));
    expect(router.state.location.search).toBe("?folder=Sales&tag=Post");
    const last = asked.findLast((call) => call.path === "/api/workflows/");
    expect([last?.query.get("folder"), last?.query.getAll("tag")]).toEqual(["Sales", ["Post"]]);
    await userEvent.click(screen.getByRole("button", { name: "Remove filter: Tag: Post" }));
    expect(router.state.location.search).toBe("?folder=Sales");
    await userEvent.click(nav.getByRole("link", { name: "All workflows 2 workflows" }));
    expect(router.state.location.search).toBe("");
  });

  it.each([
    ["?folder=Old", "Nothing in this folder"],
    ["?favourites", "No favourites yet"],
  ])("say why there are none at %s", async (query, title) => {
    openPage({ "GET /api/workflows/": () => page([]) }, `/workflows${query}`);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Show all workflows" }).getAttribute("href")).toBe("/workflows");
  });

  it("are narrowed by trigger, last change and owner, in every place", async () => {
    const { router, asked } = openPage(
      { "GET /api/workflows/": () => page([]) },
      "/workflows?tag=Old&trigger=webhook&owner=2&from=2026-11-05&to=2026-11-05&search=zebra",
    );
    const names = "Tag: Old · Trigger: Webhook · Changed: Nov 5, 2026 · Owner: kim · “zebra”";
    expect(await screen.findByText(names)).toBeTruthy();
    const query = asked.findLast((call) => call.path === "/api/workflows/")?.query;
    expect(["trigger", "owner", "since", "until"].map((name) => query?.get(name))).toEqual([
      "webhook",
      "2",
      new Date(2026, 10, 5).toISOString(),
      new Date(2026, 10, 6).toISOString(),
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Remove filter: Owner: kim" }));
    await userEvent.click(screen.getByRole("button", { name: "Remove filter: Changed: Nov 5, 2026" }));
    await userEvent.click(screen.getByRole("link", { name: "Favourites 0 workflows" }));
    expect(router.state.location.search).toBe("?favourites&trigger=webhook&search=zebra");
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(router.state.location.search).toBe("?favourites=");
  });

  it("have a star that is taken back when the server refuses", async () => {
    let answer: (response: Response) => void = () => undefined;
    openPage({
      "GET /api/workflows/": () => page([workflow("w1", "Mail")]),
      "POST /api/workflows/w1/favourite/": () => new Promise<Response>((resolve) => (answer = resolve)),
    });
    const star = await screen.findByRole("button", { name: "Favourite: Mail" });
    await userEvent.click(star);
    expect(star.getAttribute("aria-pressed")).toBe("true");
    answer(refuse({ status: 500, code: "internal_error", detail: "Our mistake." }));
    await waitFor(() => expect(star.getAttribute("aria-pressed")).toBe("false"));
  });

  it("are moved and tagged together; what is forbidden is shown", async () => {
    const { asked } = openPage({
      "GET /api/workflows/": () =>
        page([
          workflow("w1", "Orders", { tags: ["Mail", "Old"], folder: "Sales" }),
          workflow("w2", "Digest", { tags: ["mail"], folder: "Sales" }),
          workflow("w3", "Foreign", { role: "viewer" }),
        ]),
      "POST /api/workflows/change/": () => [
        { id: "w1", error: null },
        { id: "w2", error: { status: 403, code: "forbidden", detail: "Your role does not allow this." } },
      ],
    });
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select Orders" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Select Digest" }));
    expect(screen.queryByRole("checkbox", { name: "Select Foreign" })).toBeNull();
    const bar = within(screen.getByRole("region", { name: "Selected workflows" }));
    expect(bar.getByText("2 selected")).toBeTruthy();
    await userEvent.click(bar.getByRole("button", { name: "Tags…" }));
    await userEvent.type(await screen.findByRole("combobox", { name: "Tags" }), "Daily{Enter}");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(asked.find((call) => call.method === "POST")?.body).toEqual({
      ids: ["w1", "w2"],
      add_tags: ["Daily"],
      remove_tags: [],
    });
  });
});
