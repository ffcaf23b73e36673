import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { NodeTypeInfo } from "@/api/types";
import { NODE_TYPES } from "@/test/documents";
import { renderRoutes } from "@/test/render";
import { NodeExample } from "./node-example";

const TYPE: NodeTypeInfo = {
  ...(NODE_TYPES.template as NodeTypeInfo),
  default_config: { template: "", engine: "plain" },
  example: {
    text: { en: "Greets somebody.", zh: "问候。" },
    config: { template: "Hello {{ inputs.name }}" },
    inputs: { name: "Ada" },
    nodes: {},
    output: { text: "Hello Ada" },
  },
};

function show(readOnly: boolean) {
  const onUse = vi.fn();
  const element = <NodeExample type={TYPE} readOnly={readOnly} onUse={onUse} />;
  renderRoutes([{ path: "/", element }], "/");
  return onUse;
}

it("shows what a type is for, and takes over its settings", async () => {
  const onUse = show(false);
  const title = screen.getByRole("button", { name: "Example" });
  expect(title.getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(title);
  expect(screen.getByText("Greets somebody.")).toBeTruthy();
  expect(await screen.findByText("Hello Ada")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Use these settings" }));
  expect(onUse).toHaveBeenCalledWith({ template: "Hello {{ inputs.name }}", engine: "plain" });
});

it("only shows it where nothing can be changed", () => {
  show(true);
  expect(screen.queryByText("Use these settings")).toBeNull();
});
