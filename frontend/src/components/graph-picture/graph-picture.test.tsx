import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import type { NodeTypeInfo } from "@/api/types";
import { GraphPicture } from "./graph-picture";

const START = { key: "start", type: "start", x: 10, y: 20, parent: null };

it.each([
  [[], null, 0],
  [[START], "-20 -10 260 150", 1],
])("draws %j", (nodes, viewBox, count) => {
  const { container } = render(<GraphPicture picture={{ nodes, edges: [] }} types={[]} />);
  expect(container.querySelector("svg")?.getAttribute("viewBox")).toBe(viewBox);
  expect(container.querySelectorAll("rect")).toHaveLength(count);
});

it("leads from each trigger to the start", () => {
  const hook = { key: "hook", type: "webhook", x: -300, y: 20, parent: null };
  const types = [{ id: "webhook", category: "trigger" }] as NodeTypeInfo[];
  const { container } = render(<GraphPicture picture={{ nodes: [START, hook], edges: [] }} types={types} />);
  expect(container.querySelectorAll("path")).toHaveLength(1);
});

it("gives cards their plain colours while the node types are loading", () => {
  const { container } = render(<GraphPicture picture={{ nodes: [START], edges: [] }} types={[]} />);
  expect(container.querySelector("rect")?.hasAttribute("data-category")).toBe(true);
});
