import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Agent, AgentTemplate, AgentUses, ChatPartner, InventoryEntry, ListedAgent } from "@/api/types";
import { AgentPage } from "@/features/agents/agent-page";
import { AgentsPage } from "@/features/agents/agents-page";
import { LINH, renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";

const AGENT: Agent = {
  id: "a1",
  slug: "butler",
  name: "Butler",
  description: "",
  revision: 3,
  appearance: { icon: "map", colour: null },
  owner: { id: LINH.id, username: LINH.username },
  role: "owner",
  taken_up: true,
  tool_count: 0,
  created_at: "2026-03-10T12:00:00Z",
  updated_at: "2026-03-10T12:00:00Z",
  document: { name: "Butler", tool_ids_inventory: ["workflow:gone"] },
  problems: [],
};
const LISTED: ListedAgent = {
  ...AGENT,
  model: { provider: "offline", name: "" },
  knowledge_count: 0,
  version: null,
  open_links: 0,
  last_conversation_at: null,
};
const CHAT: ChatPartner = {
  name: "Butler",
  description: "",
  greeting: "",
  suggestions: [],
  provider: "offline",
  files: "readable",
  appearance: null,
};
const GUIDE: AgentTemplate = {
  id: "guide",
  name: { en: "Guide", zh: "向导" },
  description: { en: "Explains.", zh: "讲解。" },
  suggestions: [{ en: "How?", zh: "怎么做？" }],
};
const INVENTORY: InventoryEntry[] = [
  entry("workflow:tea", "workflow", "Make tea"),
  entry("system:get_current_time", "system", "Current time"),
  entry("agent:butler", "agent", "Butler"),
  entry("tool:s1", "tool", "Helpers"),
  entry("kb:handbook", "kb", "Handbook"),
];
const SERVER = { id: "s1", tool_id: "tool:s1", name: "Helpers", type: "mcp-server" };
const MCP = {
  type: "mcp-server",
  kind: "configured",
  title: { en: "MCP server", zh: "MCP 服务器" },
  icon: "plug",
  implemented: true,
  gives_functions: true,
};

function entry(id: string, kind: InventoryEntry["kind"], title: string): InventoryEntry {
  const text = { en: title, zh: title };
  return { id, kind, title: text, description: { en: "", zh: "" }, icon: "box", asks: false };
}

function functionOf(name: string) {
  return {
    name,
    tool_id: `mcp:s1:${name}`,
    title: `To ${name}`,
    description: "",
    input_schema: {},
    chosen: true,
  };
}

function open(address: string, answers: Record<string, (asked: Asked) => unknown>) {
  const asked = serve({
    "GET /api/agents/inventory/": () => INVENTORY,
    "GET /api/agents/templates/": () => [GUIDE],
    "GET /api/providers/": () => [],
    "GET /api/knowledge-bases/": () => [{ id: "k1", slug: "handbook", name: "Handbook", open_count: 0 }],
    "GET /api/agents/butler/": () => AGENT,
    "GET /api/agents/butler/chat/": () => CHAT,
    "GET /api/agents/butler/conversations/": () => page([]),
    "GET /api/tools/configs/": () => [SERVER],
    "GET /api/tools/types/": () => [MCP],
    "POST /api/tools/configs/s1/mcp-tools/": () => ["echo", "add"].map(functionOf),
    ...answers,
  });
  const view = renderRoutes(
    [
      { path: "/agents", element: <AgentsPage /> },
      { path: "/agents/:id", element: <AgentPage /> },
    ],
    address,
    { user: LINH },
  );
  const sent = () => asked.filter((call) => call.method === "PATCH").at(-1)?.body;
  const saves = (body: object) => waitFor(() => expect(sent()).toMatchObject(body));
  return { ...view, asked, saves };
}

async function pick(name: string | RegExp) {
  await userEvent.click(await screen.findByRole("button", { name: "Add tool" }));
  await userEvent.click(await screen.findByRole("option", { name }));
}

const page = (results: unknown[]) => ({ results, next: null, previous: null });

describe("agents", () => {
  it.each([
    ["Empty agent", { document: { name: "New agent" } }],
    ["Guide", { template: "guide" }],
  ])("are made with one click while there are none: %s", async (name, body) => {
    const { router, asked } = open("/agents", {
      "GET /api/agents/": () => page([]),
      "POST /api/agents/": () => AGENT,
    });
    await userEvent.click(await screen.findByRole("button", { name: new RegExp(name) }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/agents/butler"));
    expect(asked.find((call) => call.method === "POST")?.body).toEqual(body);
  });

  it("lead to their profile and their chat, and show what they are made of", async () => {
    const listed = { ...LISTED, tool_count: 2, knowledge_count: 1, version: 4, open_links: 1 };
    open("/agents", {
      "GET /api/agents/": () => page([listed]),
      "GET /api/providers/": () => [{ id: "offline", name: "Offline", is_builtin: true, enabled: true }],
    });
    expect((await screen.findByRole("link", { name: "Butler" })).getAttribute("href")).toBe("/agents/butler");
    expect(screen.getByRole("link", { name: "Chat" }).getAttribute("href")).toBe("/agents/butler/chat");
    expect(await screen.findByText("Offline model (not an AI)")).toBeTruthy();
    for (const fact of ["2 tools", "1 knowledge base", "Version 4", "Open link", "No conversation yet"]) {
      expect(screen.getByText(fact)).toBeTruthy();
    }
  });

  it("are sorted as it was chosen last in this browser", async () => {
    localStorage.setItem("flowloom-agent-sort", JSON.stringify("name"));
    const { asked } = open("/agents", { "GET /api/agents/": () => page([LISTED]) });
    await screen.findByRole("link", { name: "Butler" });
    expect(asked.find((call) => call.path === "/api/agents/")?.query.get("sort")).toBe("name");
  });

  it("are deleted after a question that says what would miss them", async () => {
    const uses: AgentUses = {
      callers: [{ kind: "workflow", id: "w1", name: "Digest", node: "Ask" }],
      links: 2,
      tokens: ["Phone"],
    };
    const { asked } = open("/agents", {
      "GET /api/agents/": () => page([LISTED]),
      "GET /api/agents/butler/uses/": () => uses,
      "DELETE /api/agents/a1/": () => new Response(null, { status: 204 }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Butler" }));
    await userEvent.click(await screen.findByText("Delete…"));
    expect((await screen.findByRole("link", { name: "Digest" })).getAttribute("href")).toBe("/workflows/w1");
    expect(screen.getByText("2 open links for visitors")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Phone" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Delete agent" }));
    await waitFor(() => expect(asked.some((call) => call.method === "DELETE")).toBe(true));
  });

  it("say that they could not be loaded", async () => {
    open("/agents", {
      "GET /api/agents/": () => refuse({ status: 500, code: "internal_error", detail: "Broken" }),
    });
    expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  });
});

describe("an agent of somebody else", () => {
  const theirs = { owner: { id: 2, username: "mei" }, role: "viewer" } as const;

  it("is listed with its owner and one's role, and can be left", async () => {
    const { asked } = open("/agents", {
      "GET /api/agents/": () => page([{ ...LISTED, ...theirs }]),
      "DELETE /api/shared-with-me/agent/a1/": () => new Response(null, { status: 204 }),
    });
    expect(await screen.findByText("Shared by mei · Viewer")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Actions for Butler" }));
    expect(screen.queryByRole("menuitem", { name: "Delete…" })).toBeNull();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Leave…" }));
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(asked.some(({ method }) => method === "DELETE")).toBe(true));
  });

  it("shows a viewer its settings, without a way to change them", async () => {
    open("/agents/butler", { "GET /api/agents/butler/": () => ({ ...AGENT, ...theirs }) });
    expect(await screen.findByText(/^You can talk to this agent/)).toBeTruthy();
    expect(screen.getByLabelText("Greeting").closest("fieldset")?.disabled).toBe(true);
    expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
    expect(await screen.findByRole("textbox", { name: "Message" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Limits" }));
    expect(screen.getByRole("button", { name: "Limits" }).getAttribute("aria-expanded")).toBe("true");
  });

  it("has no chat until it is added", async () => {
    open("/agents/butler", { "GET /api/agents/butler/": () => ({ ...AGENT, ...theirs, taken_up: false }) });
    expect(await screen.findByText(/^mei shared this agent with you/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Chat" })).toBeNull();
    expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  });
});

describe("the profile of an agent", () => {
  it("is saved with its tools and the revision that it started from", async () => {
    const { saves } = open("/agents/butler", { "PATCH /api/agents/a1/": () => ({ ...AGENT, revision: 4 }) });
    await userEvent.click(await screen.findByRole("button", { name: "Remove workflow:gone" }));
    await saves({ revision: 3, document: { name: "Butler", tool_ids_inventory: [] } });
    await pick("Current time");
    expect(screen.queryByRole("option", { name: "Butler" })).toBeNull();
    await saves({ revision: 4, document: { tool_ids_inventory: ["system:get_current_time"] } });
    expect(await screen.findByText("Saved")).toBeTruthy();
  });

  it("has an icon and a colour, which may be given back to its name", async () => {
    const { saves } = open("/agents/butler", { "PATCH /api/agents/a1/": () => AGENT });
    const sign = () => document.querySelector("header [data-category]")?.getAttribute("data-category");
    const choose = async (field: string, name: string) => {
      await userEvent.click(await screen.findByRole("combobox", { name: field }));
      await userEvent.click(await screen.findByRole("option", { name }));
    };
    await choose("Colour", "Red");
    expect(sign()).toBe("publishing");
    await choose("Icon", "Letter");
    await saves({ document: { appearance: { icon: "mail", colour: "red" } } });
    await choose("Icon", "From its name");
    await saves({ document: { appearance: { icon: null, colour: "red" } } });
  });

  it("says where a person is asked first", async () => {
    const asking = { ...entry("system:pay", "system", "Pay"), asks: true };
    const document = { ...AGENT.document, tool_ids_inventory: ["system:pay"] };
    open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "GET /api/agents/inventory/": () => [asking],
    });
    expect(await screen.findByText("Asks first")).toBeTruthy();
  });

  it("gives single functions of a server, or the whole server in their place", async () => {
    const document = { ...AGENT.document, tool_ids_inventory: ["mcp:s1:old"] };
    const { saves } = open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "PATCH /api/agents/a1/": () => AGENT,
    });
    const saved = (tool_ids_inventory: string[]) => ({ document: { tool_ids_inventory } });
    await pick(/Single functions|Individual/);
    await userEvent.click(await screen.findByRole("combobox", { name: "Function" }));
    await userEvent.click(await screen.findByRole("option", { name: "To echo" }));
    await saves(saved(["mcp:s1:old", "mcp:s1:echo"]));
    await pick(/^Helpers/);
    await saves(saved(["tool:s1"]));
  });

  it("has skills and knowledge, of which the first is searched before every answer", async () => {
    const document = {
      ...AGENT.document,
      skill_workflow_ids_inventory: ["workflow:old"],
      knowledge_base_references: [{ source_id: "old", alias: "Old" }],
    };
    const { saves } = open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "PATCH /api/agents/a1/": () => AGENT,
    });
    await pick("Make tea");
    await userEvent.click(screen.getByRole("button", { name: "Remove workflow:old" }));
    await pick("Handbook");
    await userEvent.click(await screen.findByRole("button", { name: "Search before every answer" }));
    const old = { source_id: "old", alias: "Old" };
    await saves({
      document: {
        skill_workflow_ids_inventory: ["tea"],
        knowledge_base_references: [{ source_id: "handbook" }, old],
      },
    });
  });

  it("demands answers in JSON, and keeps the last schema that can be read", async () => {
    const document = { ...AGENT.document, output: { as_json: false, json_schema: null } };
    const { saves } = open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "PATCH /api/agents/a1/": () => AGENT,
    });
    await userEvent.click(await screen.findByRole("button", { name: "Output" }));
    await userEvent.click(await screen.findByRole("radio", { name: "JSON" }));
    const field = screen.getByLabelText("JSON Schema");
    await userEvent.click(field);
    await userEvent.paste('{"type": "object"}');
    await userEvent.type(field, "}");
    expect(screen.getByText(/[Nn]ot a valid JSON object yet/)).toBeTruthy();
    const saved = { document: { output: { as_json: true, json_schema: { type: "object" } } } };
    await saves(saved);
  });

  it("says how much its model thinks, and what else its requests hold", async () => {
    const { saves } = open("/agents/butler", { "PATCH /api/agents/a1/": () => AGENT });
    await userEvent.selectOptions(await screen.findByLabelText("Thinking"), "High");
    await userEvent.click(screen.getByRole("button", { name: "Advanced" }));
    await userEvent.click(screen.getByLabelText("Further request fields"));
    await userEvent.paste('{"top_k": 20}');
    await saves({ document: { model: { effort: "high", extra_body: { top_k: 20 } } } });
  });

  it("has a budget, which may be taken away again", async () => {
    const document = { ...AGENT.document, limits: { budget_money: 2.5, budget_tokens: 1000 } };
    const { saves } = open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "PATCH /api/agents/a1/": () => AGENT,
    });
    await userEvent.click(await screen.findByRole("button", { name: "Limits" }));
    await userEvent.clear(screen.getByLabelText("Token budget per turn"));
    await userEvent.clear(screen.getByLabelText("Cost budget per turn"));
    await userEvent.type(screen.getByLabelText("Cost budget per turn"), "0.05");
    await saves({ document: { limits: { budget_money: 0.05, budget_tokens: null } } });
  });

  it("tells what the server refuses at its place", async () => {
    const errors = [
      { pointer: "/document/prompts/system", code: "template_invalid", message: "A brace is open." },
    ];
    open("/agents/butler", {
      "PATCH /api/agents/a1/": () => refuse({ status: 400, code: "invalid_input", detail: "Look", errors }),
    });
    await userEvent.type(await screen.findByLabelText("Description"), "Serves");
    expect(await screen.findByText("A brace is open.")).toBeTruthy();
    expect(await screen.findByText("Not saved")).toBeTruthy();
  });

  it("asks when somebody else changed it, and saves over that when it is told to", async () => {
    let revision = 5;
    const { saves } = open("/agents/butler", {
      "PATCH /api/agents/a1/": ({ body }) =>
        (body as { revision: number }).revision === revision
          ? { ...AGENT, revision: ++revision }
          : refuse({ status: 409, code: "conflict" }),
    });
    await userEvent.click(await screen.findByLabelText("Description"));
    // At once: the dialog takes the keys that are typed while it opens.
    await userEvent.paste("Serves");
    const dialog = await screen.findByRole(
      "dialog",
      { name: "Two versions of this agent" },
      { timeout: 4_000 },
    );
    expect(dialog).toBeTruthy();
    revision = AGENT.revision;
    await userEvent.click(screen.getByRole("button", { name: "Keep mine" }));
    await saves({ revision: AGENT.revision, document: { description: "Serves" } });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("is tried out as it is on the screen: its greeting shows, and it is saved before it is asked", async () => {
    const { asked } = open("/agents/butler", {
      "PATCH /api/agents/a1/": () => ({ ...AGENT, revision: 4 }),
      "POST /api/agents/butler/conversations/": () => ({ id: "c1", turns: [] }),
      "POST /api/conversations/c1/turns/": () => ({ id: "t1" }),
      "GET /api/conversations/c1/": () => ({ id: "c1", turns: [] }),
    });
    await userEvent.type(await screen.findByLabelText("Greeting"), "Welcome!");
    expect((await screen.findAllByText("Welcome!")).length).toBe(2);
    await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "Tea?{Enter}");
    const isSent = () => asked.some(({ path }) => path === "/api/conversations/c1/turns/");
    await waitFor(() => expect(isSent()).toBe(true));
    const methods = asked.map(({ method }) => method);
    expect(methods.indexOf("POST")).toBeGreaterThan(methods.lastIndexOf("PATCH"));
    expect(asked.find(({ method }) => method === "POST")?.body).toMatchObject({ is_test: true });
  });

  it("is not asked anything that it would answer as it was before", async () => {
    const { asked } = open("/agents/butler", {
      "PATCH /api/agents/a1/": () => refuse({ status: 503, code: "busy" }),
    });
    await userEvent.type(await screen.findByLabelText("Description"), "Serves");
    await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "Tea?{Enter}");
    expect(await screen.findByText(/the message was not sent/)).toBeTruthy();
    expect(asked.some(({ method }) => method === "POST")).toBe(false);
  });

  it("keeps what was typed while the server is away, also for the next page", async () => {
    const away = open("/agents/butler", {
      "PATCH /api/agents/a1/": () => refuse({ status: 503, code: "busy" }),
    });
    await userEvent.type(await screen.findByLabelText("Description"), "Serves");
    expect(await screen.findByText("Offline")).toBeTruthy();
    away.unmount();
    const { saves } = open("/agents/butler", { "PATCH /api/agents/a1/": () => ({ ...AGENT, revision: 4 }) });
    expect((await screen.findByLabelText<HTMLTextAreaElement>("Description")).value).toBe("Serves");
    await saves({ revision: 3, document: { description: "Serves" } });
    expect(await screen.findByText("Saved")).toBeTruthy();
  });
});
