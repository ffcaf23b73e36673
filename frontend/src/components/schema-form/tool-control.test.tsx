import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import type { JsonObject, JsonSchema } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { EMPTY_CONTEXT } from "./form-context";
import { SchemaForm } from "./schema-form";

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    tool: { anyOf: [{ type: "object" }, { type: "null" }], title: "Tool", "x-widget": "tool" },
    arguments: { type: "object", title: "Arguments", "x-widget": "arguments" },
  },
};
const SHOP = { id: "t1", tool_id: "tool:t1", name: "Shop", description: "Orders", type: "http-request" };
const SERVER = { id: "s1", tool_id: "tool:s1", name: "Helpers", description: "", type: "mcp-server" };
const type = (name: string, gives_functions = false) => ({
  type: name,
  kind: "configured",
  title: { en: name, zh: name },
  icon: "box",
  platform: null,
  implemented: true,
  gives_functions,
});
const text = (word: string) => ({ en: word, zh: word });
const entry = (id: string, kind: string, title: string) => ({
  id,
  kind,
  title: text(title),
  description: text(""),
  icon: "box",
});
const argument = (name: string) => ({
  type: "object",
  properties: { [name]: { type: "string", title: `The ${name}` } },
});

function Form({ start, onChange }: { start: JsonObject; onChange: (value: JsonObject) => void }) {
  const [value, setValue] = useState(start);
  const change = (next: JsonObject) => {
    onChange(next);
    setValue(next);
  };
  return <SchemaForm schema={SCHEMA} value={value} onChange={change} errors={{}} context={EMPTY_CONTEXT} />;
}

function openForm(start: JsonObject = {}) {
  const changes: JsonObject[] = [];
  const asked: string[] = [];
  serve({
    "GET /api/tools/configs/": () => [SHOP, SERVER],
    "GET /api/tools/types/": () => [type("http-request"), type("mcp-server", true)],
    "GET /api/agents/inventory/": () => [
      entry("system:clock", "system", "Current time"),
      entry("workflow:tea", "workflow", "Make tea"),
      entry("kb:cellar", "kb", "Cellar"),
      entry("agent:butler", "agent", "Butler"),
    ],
    "POST /api/tools/configs/s1/mcp-tools/": () => [
      {
        name: "echo",
        tool_id: "mcp:s1:echo",
        title: "To echo",
        description: "",
        input_schema: {},
        chosen: true,
      },
    ],
    "GET /api/tools/functions/": ({ query }) => {
      const id = query.get("tool") ?? "";
      asked.push(id);
      return {
        tool_id: id,
        function_name: "f",
        title: id,
        description: "",
        input_schema: argument(id.split(":").at(-1) ?? ""),
      };
    },
  });
  renderRoutes([{ path: "/", element: <Form start={start} onChange={(next) => changes.push(next)} /> }], "/");
  return { last: () => changes.at(-1) as { tool: JsonObject; arguments: JsonObject }, asked };
}

async function choose(name: string) {
  await userEvent.click(await screen.findByRole("button", { name: "Choose tool" }));
  const list = await screen.findByRole("listbox", { name: "Choose tool" });
  await userEvent.click(await within(list).findByRole("option", { name: new RegExp(name) }));
}

it.each([
  ["Current time", "system:clock"],
  ["Make tea", "workflow:tea"],
  ["Cellar", "kb:cellar"],
  ["Butler", "agent:butler"],
])("lets a node call %s", async (title, id) => {
  const form = openForm();
  await choose(title);
  expect(form.last().tool).toMatchObject({ type: id, toolConfig: null, enabled: true });
  expect(await screen.findByText(`The ${id.split(":")[1]}`)).toBeTruthy();
});

it("asks which function of a server is meant, and offers the server as nothing else", async () => {
  const form = openForm();
  await userEvent.click(await screen.findByRole("button", { name: "Choose tool" }));
  const list = await screen.findByRole("listbox", { name: "Choose tool" });
  const servers = (await within(list).findAllByRole("option")).filter((option) =>
    option.textContent?.includes("Helpers"),
  );
  expect(servers).toHaveLength(1);
  await userEvent.click(servers[0] as HTMLElement);
  expect(form.last().tool).toMatchObject({ type: "mcp-server", toolConfig: "s1" });
  await userEvent.click(await screen.findByPlaceholderText("Function"));
  await userEvent.click(await screen.findByRole("option", { name: "To echo" }));
  expect(form.last().tool).toMatchObject({ toolConfig: "s1", function: "echo" });
  expect(await screen.findByText("The echo")).toBeTruthy();
  expect(form.asked).toEqual(["mcp:s1:echo"]);
});

it("shows the arguments of a tool that needs settings, and JSON to who prefers it", async () => {
  const tool = { id: "x", type: "http-request", name: "Shop", enabled: true, config: {}, toolConfig: "t1" };
  openForm({ tool, arguments: { t1: "green" } });
  expect(await screen.findByText("The t1")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Edit as JSON" }));
  expect(screen.queryByText("The t1")).toBeNull();
  expect(await screen.findByRole("button", { name: "Back to the form" })).toBeTruthy();
});

it("takes an empty tool for none", async () => {
  openForm({ tool: { id: "", type: "", name: "", enabled: true, config: {}, toolConfig: null } });
  expect(await screen.findByRole("button", { name: "Choose tool" })).toBeTruthy();
  expect(await screen.findByText(/Choose a tool to see/)).toBeTruthy();
});

it("says what to do while there is no tool", async () => {
  openForm();
  expect(await screen.findByText(/Choose a tool to see/)).toBeTruthy();
});
