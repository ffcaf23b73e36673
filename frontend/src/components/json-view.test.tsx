import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Json } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { JsonView } from "./json-view";

const listOf = (length: number, item: Json): Json[] => Array.from({ length }, () => item);
const show = (value: Json) =>
  renderRoutes([{ path: "/", element: <JsonView value={value} openLevels={4} /> }], "/").container;

it("opens as many levels as asked for where little is in them", () => {
  show({ a: { b: [{ c: "deep" }] } });
  expect(screen.getByText("deep")).toBeDefined();
});

it("leaves folded what would be too much to draw, until it is opened", async () => {
  const container = show(listOf(90, listOf(90, listOf(90, 1))));
  const lines = () => container.querySelectorAll("button, span").length;
  expect(lines()).toBeLessThan(1000);
  await userEvent.click(screen.getAllByRole("button", { expanded: false })[0] as HTMLElement);
  expect(screen.getAllByRole("button", { expanded: true })).toHaveLength(2);
});
