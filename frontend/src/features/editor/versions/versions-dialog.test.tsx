import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { NodeDoc } from "@/api/types";
import { EditorContext } from "@/commands/editor-context";
import { DocumentStoreContext } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { documentOf, NODE_TYPES, node, toLists } from "@/test/documents";
import { openTestEditor } from "@/test/editor";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { workflowSummary } from "@/test/workflows";
import { VersionsDialog } from "./versions-dialog";

vi.mock("./compare-canvas", () => ({ CompareCanvas: () => null }));

const greet = (template: string) => node("greet", "template", { name: "Greet", config: { template } });
const version = (number: number, changes: object = {}) => ({
  number,
  name: "",
  note: "",
  is_live: false,
  created_by: { id: 1, username: "linh" },
  created_at: "2026-03-10T12:00:00Z",
  ...changes,
});

function openDialog(published: NodeDoc[], { readOnly = false } = {}) {
  const editor = openTestEditor(documentOf([node("start", "start"), greet("Hello there")]), { readOnly });
  serve({
    "GET /api/node-types/": () => Object.values(NODE_TYPES),
    "GET /api/workflows/w1/versions/": () => ({
      next: null,
      previous: null,
      results: [version(2, { name: "Launch", note: "Kinder", is_live: true, created_by: null }), version(1)],
    }),
    "GET /api/workflows/w1/versions/2/": () => ({ document: toLists(documentOf(published)) }),
    "GET /api/workflows/w1/versions/1/": () => ({ document: toLists(documentOf([node("start", "start")])) }),
  });
  const element = (
    <DocumentStoreContext value={editor.document}>
      <EditorContext value={editor}>
        <VersionsDialog workflow={workflowSummary({ published_version: 2 })} />
      </EditorContext>
    </DocumentStoreContext>
  );
  renderRoutes([{ path: "/", element }], "/");
  return editor;
}

const showLaunch = async () => userEvent.click(await screen.findByRole("button", { name: /Launch/ }));

beforeEach(() => {
  useUi.getState().reset();
});

it("lists versions with what is said about them, the live one and a removed author", async () => {
  openDialog([node("start", "start")]);
  const launch = await screen.findByRole("button", { name: /Launch/ });
  expect(launch.textContent).toContain("Live");
  expect(launch.textContent).toContain("Removed account");
  expect(launch.textContent).toContain("Kinder");
  expect(screen.getByRole("button", { name: /Version 1/ }).textContent).toContain("linh");
});

it("compares the draft with what is published, and shows a changed field word by word", async () => {
  openDialog([node("start", "start"), greet("Hello here")]);
  const changes = await screen.findByRole("list", { name: "Changes" });
  await userEvent.click(within(changes).getByRole("button", { name: /Greet/ }));
  expect(changes.querySelector("del")?.textContent).toBe("here");
  expect(changes.querySelector("ins")?.textContent).toBe("there");
});

it("restores a version after one question, and one undo takes it back", async () => {
  const editor = openDialog([node("start", "start")]);
  await showLaunch();
  await userEvent.click(await screen.findByRole("button", { name: "Restore" }));
  const [question] = await screen.findAllByText(/Replace the draft with version 2/);
  const popover = question?.closest("[role='dialog']") as HTMLElement;
  await userEvent.click(within(popover).getByRole("button", { name: "Restore" }));
  expect(editor.document.getState().order).toEqual(["start"]);
  editor.document.getState().undo();
  expect([...editor.document.getState().order].sort()).toEqual(["greet", "start"]);
});

it("does not restore what the server would refuse", async () => {
  openDialog([node("start", "start"), node("odd", "hologram")]);
  await showLaunch();
  expect((await screen.findByRole("note")).textContent).toContain("hologram");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Restore" }).disabled).toBe(true);
});

it("gives people who only read nothing to change", async () => {
  openDialog([node("start", "start")], { readOnly: true });
  await showLaunch();
  await screen.findByRole("list", { name: "Changes" });
  for (const name of ["Restore", "Run this version", "Rename"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});
