import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { WorkflowInterface } from "@/api/types";
import { EditorContext } from "@/commands/editor-context";
import { DocumentStoreContext } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { documentOf, node, toLists } from "@/test/documents";
import { openTestEditor } from "@/test/editor";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { workflowSummary } from "@/test/workflows";
import { PublishDialog } from "./publish-dialog";

const TEXT = { en: "The input “tone” is now required.", zh: "现在必须提供输入“tone”。" };
const BREAKS: WorkflowInterface = {
  tool: {},
  function: "greet",
  breaking: [TEXT],
  callers: [
    { kind: "agent", id: "a1", name: "Butler", node: "" },
    { kind: "workflow", id: "w2", name: "Orders", node: "Greet" },
    { kind: "trigger", id: "w1", name: "Every morning", node: "" },
  ],
  foreign_tokens: 2,
};
const DRAFT = toLists(documentOf([node("start", "start"), node("greet")]));
const PUBLISHED = toLists(documentOf([node("start", "start")]));

function publishing(report: WorkflowInterface, published = PUBLISHED) {
  const editor = openTestEditor(documentOf([node("start", "start"), node("greet")]));
  editor.document.getState().load("w1", { ...DRAFT, revision: 7, problems: [] });
  useUi.getState().set({ dialog: "publish" });
  const asked = serve({
    "GET /api/workflows/w1/interface/": () => report,
    "GET /api/workflows/w1/versions/1/": () => ({ document: published }),
    "POST /api/workflows/w1/versions/": () => ({ number: 2, created: true, breaking: [], callers: [] }),
  });
  const workflow = workflowSummary({ published_version: 1 });
  const element = (
    <DocumentStoreContext value={editor.document}>
      <EditorContext value={editor}>
        <PublishDialog workflow={workflow} autosave={() => null} />
      </EditorContext>
    </DocumentStoreContext>
  );
  renderRoutes([{ path: "/", element }], "/");
  return () => asked.find(({ method }) => method === "POST")?.body;
}

it("shows what changes, and publishes with a name, a note and the revision that was looked at", async () => {
  const sent = publishing({ ...BREAKS, breaking: [] });
  expect(await screen.findByText("greet")).toBeTruthy();
  expect(screen.getByRole("img", { name: "Added" })).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Name"), "Greets");
  await userEvent.type(screen.getByLabelText("Note"), "Asked for by Ann");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(sent()).toEqual({ name: "Greets", note: "Asked for by Ann", revision: 7 }));
  await waitFor(() => expect(useUi.getState().dialog).toBeNull());
});

it("shows what breaks for whom before it publishes", async () => {
  const sent = publishing(BREAKS);
  expect(await screen.findByText(TEXT.en)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Butler" }).getAttribute("href")).toBe("/agents/a1");
  expect(screen.getByRole("link", { name: "Orders" }).getAttribute("href")).toBe("/workflows/w2");
  expect(screen.getByText("Every morning").closest("li")?.textContent).toContain("trigger");
  expect(screen.getByText("2 API tokens of other people")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(useUi.getState().dialog).toBeNull();
  expect(sent()).toBeUndefined();
});

it("shows what breaks when nobody but other people's tokens calls", async () => {
  publishing({ ...BREAKS, callers: [] });
  expect(await screen.findByText(TEXT.en)).toBeTruthy();
  expect(screen.getByText("2 API tokens of other people")).toBeTruthy();
});

it("says so when nothing has changed, and does not publish that", async () => {
  publishing({ ...BREAKS, breaking: [] }, DRAFT);
  expect(await screen.findByText("Nothing has changed since version 1.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
});
