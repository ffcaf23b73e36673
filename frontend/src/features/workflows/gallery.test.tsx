import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { WorkflowTemplate } from "@/api/types";
import { Gallery } from "@/features/workflows/gallery";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";

const template = (id: string, category: string, en: string, zh: string): WorkflowTemplate => ({
  id,
  category,
  name: { en, zh },
  description: { en: `${en} at once.`, zh },
  note: { en: "Teaches chaining.", zh: "学习串联。" },
  services: ["feishu", "unknown"],
  picture: { nodes: [{ key: "start", type: "start", x: 0, y: 0, parent: null }], edges: [] },
});

const TEMPLATES = [
  template("translate", "writing", "Translate", "翻译"),
  template("tickets", "service", "Sort tickets", "工单分类"),
];

function show() {
  const onChoose = vi.fn();
  serve({ "GET /api/workflow-templates/": () => TEMPLATES, "GET /api/node-types/": () => [] });
  renderRoutes([{ path: "/", element: <Gallery disabled={false} onChoose={onChoose} /> }], "/");
  return onChoose;
}

const logos = () => [...document.querySelectorAll("use")].map((use) => use.getAttribute("href"));

const shown = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

it("finds templates by words of either language", async () => {
  const onChoose = show();
  await screen.findByText("Translate");
  expect(shown()).toHaveLength(3);
  await userEvent.type(screen.getByLabelText("Search templates"), "sort 工单");
  expect(shown()).toEqual([expect.stringContaining("Sort tickets")]);
  await userEvent.click(screen.getByRole("button", { name: /Sort tickets/ }));
  expect(onChoose).toHaveBeenCalledWith(TEMPLATES[1]);
  await userEvent.type(screen.getByLabelText("Search templates"), " nothing");
  expect(screen.getByText(/^No template matches/)).toBeTruthy();
  expect(shown()).toEqual([expect.stringContaining("Empty workflow")]);
});

it("shows one category, and the empty workflow among all", async () => {
  const onChoose = show();
  await userEvent.click(await screen.findByRole("radio", { name: "Writing" }));
  expect(shown()).toEqual([expect.stringContaining("Translate")]);
  await userEvent.click(screen.getByRole("radio", { name: "All" }));
  await userEvent.click(screen.getByRole("button", { name: /Empty workflow/ }));
  expect(onChoose).toHaveBeenCalledWith(null);
});

it("shows the logos of the services that a template talks to", async () => {
  show();
  await screen.findByText("Translate");
  expect(logos()).toEqual(TEMPLATES.map(() => expect.stringMatching(/#feishu$/)));
});
