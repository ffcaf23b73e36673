import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Agent, InventoryEntry } from "@/api/types";
import { AgentPage } from "@/features/agents/agent-page";
import { AgentsPage } from "@/features/agents/agents-page";
import { renderRoutes } from "@/test/render";
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
  );
  return { ...view, asked };
}

const page = (results: Agent[]) => ({ results, next: null, previous: null });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("agents", () => {
  it("are made with one click while there are none", async () => {
    const { router, asked } = open("/agents", {
      "GET /api/agents/": () => page([]),
      "POST /api/agents/": () => AGENT,
    });
    await userEvent.click(await screen.findByRole("button", { name: "New agent" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/agents/butler"));
    expect(asked.find((call) => call.method === "POST")?.body).toEqual({ document: { name: "New agent" } });
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
    const { asked } = open("/agents/butler", { "PATCH /api/agents/a1/": () => ({ ...AGENT, revision: 4 }) });
    await userEvent.click(await screen.findByLabelText(/Make tea/));
    expect(screen.queryByRole("checkbox", { name: /Butler/ })).toBeNull();
    await userEvent.click(screen.getByLabelText("workflow:gone"));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const saved = { revision: 3, document: { name: "Butler", tool_ids_inventory: ["workflow:tea"] } };
    await waitFor(() => expect(asked.find((call) => call.method === "PATCH")?.body).toEqual(saved));
  });

  it("gives single functions of a server, or the whole server in their place", async () => {
    const document = { ...AGENT.document, tool_ids_inventory: ["mcp:s1:old"] };
    const { asked } = open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "PATCH /api/agents/a1/": () => AGENT,
    });
    const saved = (tool_ids_inventory: string[]) => ({ document: { tool_ids_inventory } });
    const sent = () => asked.filter((call) => call.method === "PATCH").at(-1)?.body;
    await userEvent.click(await screen.findByLabelText("To echo"));
    expect(screen.getByText("The server does not offer it any more.")).toBeTruthy();
    await userEvent.click(screen.getByLabelText("old"));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent()).toMatchObject(saved(["mcp:s1:echo"])));
    await userEvent.click(screen.getByLabelText("Helpers"));
    expect(screen.getByLabelText<HTMLInputElement>("To add").disabled).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent()).toMatchObject(saved(["tool:s1"])));
  });

  it("names knowledge bases, and lets go of those that are not there any more", async () => {
    const document = { ...AGENT.document, knowledge_base_references: [{ source_id: "old", alias: "Old" }] };
    const { asked } = open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "PATCH /api/agents/a1/": () => AGENT,
    });
    const field = await screen.findByRole("combobox", { name: "Knowledge bases" });
    await userEvent.type(field, "{Backspace}");
    await userEvent.click(field);
    await userEvent.click(await screen.findByRole("option", { name: "Handbook" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const saved = { document: { knowledge_base_references: [{ source_id: "handbook" }] } };
    await waitFor(() => expect(asked.find((call) => call.method === "PATCH")?.body).toMatchObject(saved));
  });

  it("demands answers in JSON, and keeps the last schema that can be read", async () => {
    const document = { ...AGENT.document, output: { as_json: false, json_schema: null } };
    const { asked } = open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "PATCH /api/agents/a1/": () => AGENT,
    });
    await userEvent.click(await screen.findByRole("radio", { name: "JSON" }));
    const field = screen.getByLabelText("JSON Schema");
    await userEvent.click(field);
    await userEvent.paste('{"type": "object"}');
    await userEvent.type(field, "}");
    expect(screen.getByText(/not a JSON object yet/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const saved = { document: { output: { as_json: true, json_schema: { type: "object" } } } };
    await waitFor(() => expect(asked.find((call) => call.method === "PATCH")?.body).toMatchObject(saved));
  });

  it("has skills and a budget, which may be taken away again", async () => {
    const limits = { budget_money: 2.5, budget_tokens: 1000 };
    const document = { ...AGENT.document, limits, skill_workflow_ids_inventory: ["workflow:old"] };
    const { asked } = open("/agents/butler", {
      "GET /api/agents/butler/": () => ({ ...AGENT, document }),
      "PATCH /api/agents/a1/": () => AGENT,
    });
    const skills = await screen.findByRole("combobox", { name: "Workflows" });
    expect(await screen.findAllByText("workflow:old: Not available any more")).not.toEqual([]);
    await userEvent.type(skills, "{Backspace}");
    await userEvent.click(skills);
    await userEvent.click(await screen.findByRole("option", { name: "Make tea" }));
    await userEvent.clear(screen.getByLabelText("Token budget per turn"));
    await userEvent.clear(screen.getByLabelText("Money budget per turn"));
    await userEvent.type(screen.getByLabelText("Money budget per turn"), "0.05");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const saved = {
      document: {
        skill_workflow_ids_inventory: ["tea"],
        limits: { budget_money: 0.05, budget_tokens: null },
      },
    };
    await waitFor(() => expect(asked.find((call) => call.method === "PATCH")?.body).toMatchObject(saved));
  });

  it("tells what the server refuses at its place", async () => {
    const errors = [
      { pointer: "/document/prompts/system", code: "template_invalid", message: "A brace is open." },
    ];
    open("/agents/butler", {
      "PATCH /api/agents/a1/": () => refuse({ status: 400, code: "invalid_input", detail: "Look", errors }),
    });
    await userEvent.type(await screen.findByLabelText("Description"), "Serves");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("A brace is open.")).toBeTruthy();
  });
});
