import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import type { JsonObject, JsonSchema } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";
import { EMPTY_CONTEXT } from "./form-context";
import { SchemaForm } from "./schema-form";

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    functions: {
      type: "array",
      items: { type: "object" },
      title: "Functions",
      "x-widget": "granted-functions",
    },
  },
};
const SERVER = { id: "t1", tool_id: "tool:t1", name: "Helpers", type: "mcp-server" };
const TYPE = {
  type: "mcp-server",
  kind: "configured",
  title: { en: "MCP", zh: "MCP" },
  gives_functions: true,
};
const ECHO = {
  name: "echo",
  tool_id: "mcp:t1:echo",
  title: "Echo",
  description: "",
  input_schema: {},
  chosen: true,
};

function Form({ tool, onChange }: { tool: string; onChange: (value: JsonObject) => void }) {
  const [value, setValue] = useState<JsonObject>({ functions: [{ name: "echo", tool }] });
  const change = (next: JsonObject) => {
    onChange(next);
    setValue(next);
  };
  return <SchemaForm schema={SCHEMA} value={value} onChange={change} errors={{}} context={EMPTY_CONTEXT} />;
}

function openForm(tool: string, answer: () => unknown = () => [ECHO], lost: unknown[] = []) {
  const changes: JsonObject[] = [];
  serve({
    "GET /api/tools/configs/": () => [SERVER],
    "GET /api/tools/types/": () => [TYPE],
    "POST /api/tools/code-check/": () => ({ findings: [], lost_grants: lost }),
    "POST /api/tools/configs/t1/mcp-tools/": answer,
  });
  renderRoutes([{ path: "/", element: <Form tool={tool} onChange={(next) => changes.push(next)} /> }], "/");
  return () => changes.at(-1)?.functions;
}

it("grants one function of a server", async () => {
  const granted = openForm("");
  await userEvent.click(await screen.findByRole("combobox", { name: "Tool" }));
  await userEvent.click(await screen.findByRole("option", { name: "Helpers" }));
  await userEvent.click(await screen.findByRole("combobox", { name: "Function" }));
  await userEvent.click(await screen.findByRole("option", { name: "Echo" }));
  expect(granted()).toEqual([{ name: "echo", tool: "mcp:t1:echo" }]);
});

it("shows what is granted, and says why a server cannot be asked", async () => {
  openForm("mcp:t1:echo", () =>
    refuse({ status: 409, code: "tool_misconfigured", detail: "Check the token." }),
  );
  const chosen = await screen.findByRole<HTMLInputElement>("combobox", { name: "Function" });
  expect(chosen.value).toBe("mcp:t1:echo");
  expect((await screen.findByRole<HTMLInputElement>("combobox", { name: "Tool" })).value).toBe("Helpers");
  expect(await screen.findByText("Check the token.")).toBeDefined();
});

it("says at once that a granted tool is not there", async () => {
  const message = { en: "The tool is missing.", zh: "该工具不存在。" };
  openForm("tool:gone", undefined, [{ pointer: "/functions/0/tool", code: "granted_tool", message }]);
  expect(await screen.findByText("The tool is missing.")).toBeDefined();
  expect(screen.getByRole("combobox", { name: "Tool" }).getAttribute("aria-invalid")).toBe("true");
});
