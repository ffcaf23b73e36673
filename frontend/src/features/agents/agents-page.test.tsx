import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Agent, AgentTemplate, InventoryEntry } from "@/api/types";
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
  tool_count: 0,
  created_at: "2026-03-10T12:00:00Z",
  updated_at: "2026-03-10T12:00:00Z",
  document: { name: "Butler", tool_ids_inventory: ["workflow:gone"] },
  problems: [],
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
];
const SERVER = { id: "s1", tool_id: "tool:s1", name: "Helpers", type: "mcp-server" };
const MCP = { type: "mcp-server", kind: "configured", gives_functions: true };

function entry(id: string, kind: InventoryEntry["kind"], title: string): InventoryEntry {
  const text = { en: title, zh: title };
  return { id, kind, title: text, description: { en: "", zh: "" }, icon: "box" };
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

const page = (results: Agent[]) => ({ results, next: null, previous: null });

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

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

  it("lead to their profile and their chat", async () => {
    open("/agents", { "GET /api/agents/": () => page([AGENT]) });
    expect((await screen.findByRole("link", { name: "Butler" })).getAttribute("href")).toBe("/agents/butler");
    expect(screen.getByRole("link", { name: "Chat" }).getAttribute("href")).toBe("/agents/butler/chat");
  });

  it("say that they could not be loaded", async () => {
    open("/agents", {
      "GET /api/agents/": () => refuse({ status: 500, code: "internal_error", detail: "Broken" }),
    });
    expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  });
});

describe("the profile of an agent", () => {
  it("is saved with its tools and the revision that it started from", async () => {
    const { saves } = open("/agents/butler", { "PATCH /api/agents/a1/": () => ({ ...AGENT, revision: 4 }) });
    await userEvent.click(await screen.findByLabelText(/Make tea/));
    expect(screen.queryByRole("checkbox", { name: /Butler/ })).toBeNull();
    await userEvent.click(screen.getByLabelText("workflow:gone"));
    const saved = { revision: 3, document: { name: "Butler", tool_ids_inventory: ["workflow:tea"] } };
    await saves(saved);
    expect(await screen.findByText("Saved")).toBeTruthy();
  });

  it("gives single functions of a server, or the whole server in their place", async () => {
    const document = { ...AGENT.document, tool_ids_inventory: ["mcp:s1:old"] };
    const { saves } = open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "PATCH /api/agents/a1/": () => AGENT,
    });
    const saved = (tool_ids_inventory: string[]) => ({ document: { tool_ids_inventory } });
    await userEvent.click(await screen.findByLabelText("To echo"));
    expect(screen.getByText("The server no longer offers it.")).toBeTruthy();
    await userEvent.click(screen.getByLabelText("old"));
    await saves(saved(["mcp:s1:echo"]));
    await userEvent.click(screen.getByLabelText("Helpers"));
    expect(screen.getByLabelText<HTMLInputElement>("To add").disabled).toBe(true);
    await saves(saved(["tool:s1"]));
  });

  it("names knowledge bases, and lets go of those that are not there any more", async () => {
    const document = { ...AGENT.document, knowledge_base_references: [{ source_id: "old", alias: "Old" }] };
    const { saves } = open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "PATCH /api/agents/a1/": () => AGENT,
    });
    const field = await screen.findByRole("combobox", { name: "Knowledge bases" });
    await userEvent.type(field, "{Backspace}");
    await userEvent.click(field);
    await userEvent.click(await screen.findByRole("option", { name: "Handbook" }));
    const saved = { document: { knowledge_base_references: [{ source_id: "handbook" }] } };
    await saves(saved);
  });

  it("demands answers in JSON, and keeps the last schema that can be read", async () => {
    const document = { ...AGENT.document, output: { as_json: false, json_schema: null } };
    const { saves } = open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "PATCH /api/agents/a1/": () => AGENT,
    });
    await userEvent.click(await screen.findByRole("radio", { name: "JSON" }));
    const field = screen.getByLabelText("JSON Schema");
    await userEvent.click(field);
    await userEvent.paste('{"type": "object"}');
    await userEvent.type(field, "}");
    expect(screen.getByText(/[Nn]ot a valid JSON object yet/)).toBeTruthy();
    const saved = { document: { output: { as_json: true, json_schema: { type: "object" } } } };
    await saves(saved);
  });

  it("has skills and a budget, which may be taken away again", async () => {
    const limits = { budget_money: 2.5, budget_tokens: 1000 };
    const document = { ...AGENT.document, limits, skill_workflow_ids_inventory: ["workflow:old"] };
    const { saves } = open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "PATCH /api/agents/a1/": () => AGENT,
    });
    const skills = await screen.findByRole("combobox", { name: "Workflows" });
    expect(await screen.findAllByText("workflow:old: No longer available")).not.toEqual([]);
    await userEvent.type(skills, "{Backspace}");
    await userEvent.click(skills);
    await userEvent.click(await screen.findByRole("option", { name: "Make tea" }));
    await userEvent.clear(screen.getByLabelText("Token budget per turn"));
    await userEvent.clear(screen.getByLabelText("Cost budget per turn"));
    await userEvent.type(screen.getByLabelText("Cost budget per turn"), "0.05");
    const saved = {
      document: {
        skill_workflow_ids_inventory: ["tea"],
        limits: { budget_money: 0.05, budget_tokens: null },
      },
    };
    await saves(saved);
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
    expect(screen.getByText("Not saved")).toBeTruthy();
  });

  it("asks when somebody else changed it, and saves over that when it is told to", async () => {
    let revision = 5;
    const { saves } = open("/agents/butler", {
      "PATCH /api/agents/a1/": ({ body }) =>
        (body as { revision: number }).revision === revision
          ? { ...AGENT, revision: ++revision }
          : refuse({ status: 409, code: "conflict" }),
    });
    await userEvent.type(await screen.findByLabelText("Description"), "Serves");
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
