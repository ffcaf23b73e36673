import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Member, SharedThing } from "@/api/types";
import { NamedToolRow } from "@/components/schema-form/controls/named-tool-row";
import { changeLanguage } from "@/i18n";
import { LINH, renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";
import { MembersModal } from "./members-modal";
import { PendingNotice } from "./pending-notice";
import { SharedWithMe } from "./shared-with-me";

const PLAN: SharedThing = {
  kind: "workflow",
  id: "w1",
  tool_id: "workflow:plan",
  name: "Plan",
  description: "Plans the week",
  owner: { id: 2, username: "mei" },
  role: "editor",
  offered_over_mcp: true,
  taken_up: false,
};
const ORDERS = { kind: "workflow", id: "w1", name: "Orders" } as const;
const tool = (id: string, taken_up: boolean): SharedThing => ({
  ...PLAN,
  kind: "tool",
  id,
  tool_id: `tool:${id}`,
  name: `Tool ${id}`,
  role: null,
  taken_up,
});
const THINGS = [
  PLAN,
  { ...PLAN, id: "w2", name: "Known", taken_up: true },
  tool("t1", false),
  tool("t2", true),
];

function open(element: React.ReactNode, answers: Parameters<typeof serve>[0] = {}) {
  const asked = serve({ "GET /api/shared-with-me/": () => THINGS, ...answers });
  const routes = [
    { path: "/", element },
    { path: "/workflows", element: <p>all workflows</p> },
  ];
  return { asked, ...renderRoutes(routes, "/", { user: LINH }) };
}

const acts = (asked: { method: string; path: string }[]) =>
  asked.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
const done = () => new Response(null, { status: 204 });

afterEach(async () => {
  vi.unstubAllGlobals();
  await changeLanguage("en");
});

describe("what others share", () => {
  it("stands apart until one adds it, with what that means", async () => {
    const path = "/api/shared-with-me/workflow/w1/";
    const { asked } = open(<SharedWithMe kind="workflow" />, { [`PUT ${path}`]: done });
    const shared = within(await screen.findByRole("region", { name: "Shared with me" }));
    expect(shared.getAllByRole("listitem")).toHaveLength(1);
    expect(shared.getByText("Shared by mei · Editor · Plans the week")).toBeTruthy();
    expect(shared.getByText("MCP")).toBeTruthy();
    expect(shared.getByRole("link", { name: "Plan" }).getAttribute("href")).toBe("/workflows/w1");
    await userEvent.click(shared.getByRole("button", { name: "Add to my list: Plan" }));
    await waitFor(() => expect(acts(asked)).toEqual([`PUT ${path}`]));
  });

  it("is of workflows and agents in one list, each with its kind", async () => {
    const agent = { ...THINGS[0], id: "helper", kind: "agent", name: "Helper", taken_up: false };
    open(<SharedWithMe kind="member" />, { "GET /api/shared-with-me/": () => [...THINGS, agent] });
    const shared = within(await screen.findByRole("region", { name: "Shared with me" }));
    const links = shared.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/workflows/w1", "/agents/helper"]);
    expect(shared.getByText(/^Workflow · Shared by mei/)).toBeTruthy();
    expect(shared.getByText(/^Agent · Shared by mei/)).toBeTruthy();
  });

  it("asks once before one leaves a workflow", async () => {
    const path = "/api/shared-with-me/workflow/w1/";
    const { asked } = open(<SharedWithMe kind="workflow" />, { [`DELETE ${path}`]: done });
    await userEvent.click(await screen.findByRole("button", { name: "Leave: Plan" }));
    const question = within(await screen.findByRole("dialog", { name: "Leave “Plan”?" }));
    expect(acts(asked)).toEqual([]);
    await userEvent.click(question.getByRole("button", { name: "Leave" }));
    await waitFor(() => expect(acts(asked)).toEqual([`DELETE ${path}`]));
  });

  it("is left again at once where everybody may add it", async () => {
    const path = "/api/shared-with-me/tool/t2/";
    const { asked } = open(<SharedWithMe kind="tool" />, { [`DELETE ${path}`]: done });
    await screen.findByRole("button", { name: "Add to my list: Tool t1" });
    await userEvent.click(screen.getByRole("button", { name: "Remove from my list: Tool t2" }));
    await waitFor(() => expect(acts(asked)).toEqual([`DELETE ${path}`]));
  });

  it("needs no place while there is none, and says so in Chinese too", async () => {
    await changeLanguage("zh");
    open(
      <>
        <SharedWithMe kind="table" />
        <SharedWithMe kind="tool" />
      </>,
    );
    expect(await screen.findAllByRole("region", { name: "与我共享" })).toHaveLength(1);
    expect(screen.getByRole("button", { name: "加入我的列表：Tool t1" })).toBeTruthy();
  });

  it("has its name where a workflow uses it and one has not added it", async () => {
    open(<NamedToolRow id="tool:t1" readOnly onRemove={() => {}} />, {
      "GET /api/agents/inventory/": () => [],
    });
    expect(await screen.findByText("Tool t1")).toBeTruthy();
    expect(screen.getByText("Shared by others, not in your list")).toBeTruthy();
  });
});

describe("a workflow that is not taken up", () => {
  it("is read again, with what one's role allows, once it is", async () => {
    const path = "/api/shared-with-me/workflow/w1/";
    const { asked } = open(<PendingNotice thing={ORDERS} owner={PLAN.owner} />, {
      [`PUT ${path}`]: done,
    });
    expect(screen.getByText(/^mei shared this workflow with you/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Add to my list" }));
    await waitFor(() => expect(acts(asked)).toEqual([`PUT ${path}`]));
  });

  it("is left for the list of workflows", async () => {
    const path = "/api/shared-with-me/workflow/w1/";
    open(<PendingNotice thing={ORDERS} owner={PLAN.owner} />, { [`DELETE ${path}`]: done });
    await userEvent.click(screen.getByRole("button", { name: "Leave: Orders" }));
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    expect(await screen.findByText("all workflows")).toBeTruthy();
  });
});

describe("the people of a workflow", () => {
  const members: Member[] = [
    { username: "bo", role: "viewer", taken_up_at: null },
    { username: "mei", role: "editor", taken_up_at: "2026-03-10T12:00:00Z" },
  ];
  const path = "/api/workflows/w1/members/";
  const dialog = <MembersModal thing={ORDERS} onClose={() => {}} />;

  it("are told apart by whether they have taken it up", async () => {
    const { asked } = open(dialog, { [`GET ${path}`]: () => members, [`DELETE ${path}`]: done });
    const [bo, mei] = within(await screen.findByRole("list", { name: "People with access" })).getAllByRole(
      "listitem",
    );
    expect(bo?.textContent).toContain("Has not added it yet");
    expect(mei?.textContent).not.toContain("Has not added it yet");
    await userEvent.click(screen.getByRole("button", { name: "Remove bo" }));
    await waitFor(() => expect(acts(asked)).toEqual([`DELETE ${path}`]));
    expect(asked.find(({ method }) => method === "DELETE")?.query.get("username")).toBe("bo");
  });

  it("get the whole of it after a question, also of an agent", async () => {
    const agent = { kind: "agent", id: "a1", name: "Butler" } as const;
    const { asked } = open(<MembersModal thing={agent} onClose={() => {}} />, {
      "GET /api/agents/a1/members/": () => members,
      "PUT /api/agents/a1/owner/": done,
    });
    expect(await screen.findByText(/^Viewers can talk to the agent/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Make bo the owner" })).toBeNull();
    await userEvent.click(await screen.findByRole("button", { name: "Make mei the owner" }));
    await userEvent.click(await screen.findByRole("button", { name: "Make owner" }));
    await waitFor(() => expect(acts(asked)).toEqual(["PUT /api/agents/a1/owner/"]));
    expect(asked.find(({ method }) => method === "PUT")?.body).toEqual({ username: "mei" });
  });

  it("are let in by name, and a name that nobody has is refused at its field", async () => {
    const errors = [
      { pointer: "/username", code: "unknown_user", message: "There is no user with this name." },
    ];
    const answers = [() => refuse({ status: 400, code: "invalid_input", errors }), () => members[0]];
    const { asked } = open(dialog, {
      [`GET ${path}`]: () => [],
      [`POST ${path}`]: () => answers.shift()?.(),
    });
    const name = await screen.findByRole("textbox", { name: "User name" });
    await userEvent.type(name, "bo");
    await userEvent.click(screen.getByRole("button", { name: "Share" }));
    expect(await screen.findByText("There is no user with this name.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Share" }));
    await waitFor(() => expect((name as HTMLInputElement).value).toBe(""));
    expect(asked.find(({ method }) => method === "POST")?.body).toEqual({ username: "bo", role: "viewer" });
  });
});
