import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonSchema, ToolFunction } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";
import { EMPTY_CONTEXT } from "./form-context";
import { SchemaForm } from "./schema-form";

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    tools: { type: "array", items: { type: "string" }, title: "Tools", "x-widget": "functions" },
  },
};
const CALL = "POST /api/tools/configs/t1/mcp-tools/";

const functionOf = (name: string): ToolFunction => ({
  name,
  tool_id: `mcp:t1:${name}`,
  function_name: name,
  title: name,
  description: `Does ${name}.`,
  input_schema: {},
  chosen: true,
});

type Props = { tools: string[]; toolId: string | null; onChange: (value: JsonObject) => void };

function Form({ tools, toolId, onChange }: Props) {
  const [value, setValue] = useState<JsonObject>({ tools });
  const context = { ...EMPTY_CONTEXT, ...(toolId && { toolId }) };
  const change = (next: JsonObject) => {
    onChange(next);
    setValue(next);
  };
  return <SchemaForm schema={SCHEMA} value={value} onChange={change} errors={{}} context={context} />;
}

function openForm(tools: string[], answer: () => unknown, toolId: string | null = "t1") {
  const changes: JsonObject[] = [];
  serve({ [CALL]: answer });
  const form = <Form tools={tools} toolId={toolId} onChange={(next) => changes.push(next)} />;
  renderRoutes([{ path: "/", element: form }], "/");
  return () => changes.at(-1)?.tools;
}

const three = () => ["echo", "add", "search"].map(functionOf);

describe("the tools of a server", () => {
  it("are all offered until one is switched off", async () => {
    const chosen = openForm([], three);
    const echo = await screen.findByRole<HTMLInputElement>("switch", { name: /^echo/ });
    expect(echo.checked).toBe(true);
    await userEvent.click(echo);
    expect(chosen()).toEqual(["add", "search"]);
    await userEvent.click(screen.getByRole("switch", { name: /^Offer all \(3\)/ }));
    expect(chosen()).toEqual([]);
  });

  it("keep the last one, since none would mean all", async () => {
    const chosen = openForm(["add", "echo"], three);
    await userEvent.click(await screen.findByRole("switch", { name: /^echo/ }));
    expect(chosen()).toEqual(["add"]);
    expect(screen.getByRole("switch", { name: /^add/ }).hasAttribute("disabled")).toBe(true);
  });

  it("that are gone are told and can be left out", async () => {
    const chosen = openForm(["add", "old"], three);
    expect(await screen.findByText("It is no longer offered. Untick it.")).toBeTruthy();
    await userEvent.click(screen.getByRole("switch", { name: /^old/ }));
    expect(chosen()).toEqual(["add"]);
  });

  it("are typed while the server cannot be asked", async () => {
    openForm(["add"], () => refuse({ status: 502, code: "tool_failed", detail: "No answer." }));
    expect(await screen.findByText("No answer.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>("Tools").value).toBe("add");
  });

  it("are typed before the tool is stored", async () => {
    openForm([], three, null);
    expect(await screen.findByText(/After saving the tool/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("switch")).toBeNull());
  });
});
