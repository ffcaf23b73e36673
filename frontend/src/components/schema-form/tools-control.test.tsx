import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import type { InventoryEntry, JsonObject, JsonSchema } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { EMPTY_CONTEXT } from "./form-context";
import { SchemaForm } from "./schema-form";

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    tools: { type: "array", items: { type: "object" }, title: "Tools", "x-widget": "tools" },
    enabledTools: { type: "array", items: { type: "string" }, title: "By id", "x-widget": "hidden" },
  },
};
const SERVER = { id: "s1", tool_id: "tool:s1", name: "Helpers", description: "", type: "mcp-server" };
const MCP = {
  type: "mcp-server",
  kind: "configured",
  title: { en: "MCP", zh: "MCP" },
  icon: "box",
  platform: null,
  implemented: true,
  gives_functions: true,
};
const SHOP = { id: "t1", tool_id: "tool:t1", name: "Shop", description: "Orders", type: "http-request" };

function entry(id: string, kind: InventoryEntry["kind"], title: string): InventoryEntry {
  const text = { en: title, zh: title };
  return { id, kind, title: text, description: { en: `About ${title}`, zh: "" }, icon: "box", asks: false };
}

function Form({ start, onChange }: { start: JsonObject; onChange: (value: JsonObject) => void }) {
  const [value, setValue] = useState(start);
  const [isOn, setOn] = useState(false);
  const change = (next: JsonObject) => {
    onChange(next);
    setValue(next);
  };
  return (
    <SchemaForm
      schema={SCHEMA}
      value={value}
      onChange={change}
      errors={{}}
      context={{
        ...EMPTY_CONTEXT,
        ownTool: "workflow:self",
        errorBranch: {
          isOn,
          change: (next, values) => {
            setOn(next);
            change(values);
          },
        },
      }}
    />
  );
}

function functionOf(name: string, chosen: boolean) {
  return { name, tool_id: `mcp:s1:${name}`, title: `To ${name}`, description: "", input_schema: {}, chosen };
}

function openForm(start: JsonObject = {}, configs: unknown[] = [SHOP]) {
  const changes: JsonObject[] = [];
  serve({
    "GET /api/tools/configs/": () => configs,
    "POST /api/tools/configs/s1/mcp-tools/": () => [
      functionOf("echo", true),
      functionOf("add", true),
      functionOf("hidden", false),
    ],
    "GET /api/tools/types/": () => [
      {
        type: "http-request",
        kind: "configured",
        title: { en: "HTTP", zh: "HTTP" },
        icon: "world",
        platform: null,
        implemented: true,
        gives_functions: false,
      },
      MCP,
    ],
    "GET /api/agents/inventory/": () => [
      entry("system:clock", "system", "Current time"),
      entry("tool:t1", "tool", "Shop"),
      entry("tool:s1", "tool", "Helpers"),
      entry("workflow:self", "workflow", "Myself"),
      entry("workflow:tea", "workflow", "Make tea"),
      entry("agent:butler", "agent", "Butler"),
      entry("kb:cellar", "kb", "Cellar"),
    ],
  });
  renderRoutes([{ path: "/", element: <Form start={start} onChange={(next) => changes.push(next)} /> }], "/");
  return () => changes.at(-1);
}

const openPicker = async () => userEvent.click(await screen.findByRole("button", { name: "Add tool" }));

it("offers configured tools, workflows, agents, knowledge and built-in tools in groups", async () => {
  openForm();
  await openPicker();
  const list = within(await screen.findByRole("listbox"));
  expect(list.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "ShopOrders",
    "Make teaAbout Make tea",
    "ButlerAbout Butler",
    "CellarAbout Cellar",
    "Current timeAbout Current time",
    "HTTP",
    "MCP",
  ]);
  for (const group of ["Configured tools", "Workflows", "Agents", "Knowledge bases", "Built-in", "New tool"])
    expect(list.getByText(group)).toBeTruthy();
});

it("asks what a failure does with the first tool, and gives the step an error branch", async () => {
  const value = openForm();
  expect(screen.queryByRole("radiogroup")).toBeNull();
  await openPicker();
  await userEvent.click(await screen.findByRole("option", { name: /^Current time/ }));
  const choice = within(await screen.findByRole("radiogroup", { name: "When a tool fails" }));
  expect(choice.getByRole("radio", { name: "Stop" })).toHaveProperty("checked", true);
  await userEvent.click(choice.getByRole("radio", { name: "Continue" }));
  expect(value()).toEqual({ enabledTools: ["system:clock"], onToolFailure: "tell_model" });
  await userEvent.click(choice.getByRole("radio", { name: "Error branch" }));
  expect(value()).toEqual({ enabledTools: ["system:clock"], onToolFailure: "stop" });
  expect(choice.getByRole("radio", { name: "Error branch" })).toHaveProperty("checked", true);
  await userEvent.click(choice.getByRole("radio", { name: "Stop" }));
  expect(choice.getByRole("radio", { name: "Stop" })).toHaveProperty("checked", true);
});

it("finds by name, adds by id, and does not offer the same twice", async () => {
  const value = openForm({ enabledTools: ["system:clock"] });
  await openPicker();
  await userEvent.type(await screen.findByRole("combobox", { name: "Search tools" }), "tea");
  expect(screen.getAllByRole("option")).toHaveLength(1);
  await userEvent.click(screen.getByRole("option"));
  expect(value()?.enabledTools).toEqual(["system:clock", "workflow:tea"]);
  await openPicker();
  expect(screen.queryByRole("option", { name: /tea/ })).toBeNull();
});

it("adds a configured tool with its name and settings", async () => {
  const value = openForm();
  await openPicker();
  await userEvent.click(await screen.findByRole("option", { name: /Shop/ }));
  expect(value()?.tools).toMatchObject([
    { name: "Shop", type: "http-request", toolConfig: "t1", enabled: true },
  ]);
});

it("takes out what is there, also what is gone", async () => {
  const value = openForm({ enabledTools: ["workflow:old", "agent:butler"] });
  expect(await screen.findByText("No longer available")).toBeTruthy();
  expect(screen.getByText("Agent")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove workflow:old" }));
  expect(value()?.enabledTools).toEqual(["agent:butler"]);
});

it("adds single functions of a server, of those that it offers, one after the other", async () => {
  const value = openForm({ enabledTools: ["mcp:s1:add"] }, [SERVER]);
  expect(await screen.findByText("Function of Helpers")).toBeTruthy();
  await openPicker();
  await userEvent.click(await screen.findByRole("option", { name: "Individual functions of Helpers…" }));
  await userEvent.click(await screen.findByRole("combobox", { name: "Function" }));
  const options = await screen.findAllByRole("option");
  expect(options.map((option) => option.textContent)).toEqual(["To echo"]);
  await userEvent.click(screen.getByRole("option", { name: "To echo" }));
  expect(value()?.enabledTools).toEqual(["mcp:s1:add", "mcp:s1:echo"]);
  await userEvent.click(screen.getByRole("button", { name: "Close function list" }));
  expect(screen.queryByRole("combobox", { name: "Function" })).toBeNull();
  expect(screen.getAllByText("Function of Helpers")).toHaveLength(2);
});

it("offers no single functions of a server that is there as a whole", async () => {
  openForm({ tools: [{ id: "n1", type: "mcp-server", name: "Helpers", enabled: true, toolConfig: "s1" }] }, [
    SERVER,
  ]);
  await openPicker();
  await screen.findByRole("option", { name: /Make tea/ });
  expect(screen.queryByRole("option", { name: /Helpers/ })).toBeNull();
});

it("says that the server of a function is gone", async () => {
  openForm({ enabledTools: ["mcp:gone:echo"] });
  expect(await screen.findByText("No longer available")).toBeTruthy();
});
