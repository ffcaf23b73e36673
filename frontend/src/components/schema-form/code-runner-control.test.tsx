import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { JsonSchema } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { EMPTY_CONTEXT } from "./form-context";
import { SchemaForm } from "./schema-form";

const SCHEMA: JsonSchema = {
  type: "object",
  properties: { runner: { type: "string", title: "Runs in", "x-widget": "code-runner" } },
};
const config = (id: string, name: string, type: string) => ({
  id,
  tool_id: `tool:${id}`,
  name,
  description: "",
  type,
});

function open(runner: string) {
  const onChange = vi.fn();
  serve({
    "GET /api/tools/configs/": () => [
      config("r1", "Pandas", "code-runner"),
      config("t1", "Shop", "http-request"),
    ],
  });
  renderRoutes(
    [
      {
        path: "/",
        element: (
          <SchemaForm
            schema={SCHEMA}
            value={{ runner }}
            onChange={onChange}
            errors={{}}
            context={EMPTY_CONTEXT}
          />
        ),
      },
    ],
    "/",
  );
  return onChange;
}

it("offers the sandbox and the code runners", async () => {
  const onChange = open("");
  await userEvent.click(await screen.findByDisplayValue("Sandbox"));
  expect(screen.queryByRole("option", { name: "Shop" })).toBeNull();
  await userEvent.click(await screen.findByRole("option", { name: "Pandas" }));
  expect(onChange).toHaveBeenCalledWith({ runner: "r1" });
});

it("says when the runner is gone", async () => {
  open("r9");
  await screen.findByDisplayValue("Deleted, or not yours");
});
