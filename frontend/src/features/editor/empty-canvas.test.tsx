import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { describe, expect, it } from "vitest";
import type { WorkflowSummary } from "@/api/types";
import { useWorkflow } from "@/api/workflows";
import { EditorContext } from "@/commands/editor-context";
import { addToDocument } from "@/commands/edits";
import { EmptyCanvas } from "@/features/editor/empty-canvas";
import { useFirstName } from "@/features/editor/use-first-name";
import { DocumentStoreContext, useDocument } from "@/stores/document-store";
import { documentOf, NODE_TYPES } from "@/test/documents";
import { type FakeEditor, openTestEditor } from "@/test/editor";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { workflowSummary } from "@/test/workflows";

const NEWS = {
  id: "daily-news",
  category: "basics",
  name: { en: "Daily news", zh: "每日资讯" },
  description: { en: "Headlines, summed up.", zh: "新闻摘要。" },
  note: { en: "Offline.", zh: "离线。" },
  services: [],
  picture: { nodes: [{ key: "start", type: "start", x: 0, y: 0, parent: null }], edges: [] },
};

function open({ name = "New workflow", revision = 0, readOnly = false } = {}) {
  const workflow = workflowSummary({ name, folder: "Sales" });
  const editor = openTestEditor(documentOf([], []), { readOnly });
  editor.document.setState({ revision });
  const asked = serve({
    "GET /api/workflows/w1/": () => workflow,
    "PATCH /api/workflows/w1/": ({ body }) => Object.assign(workflow, body),
    "DELETE /api/workflows/w1/": () => null,
    "POST /api/workflows/": () => ({ id: "w9" }),
    "GET /api/node-types/": () => Object.values(NODE_TYPES),
    "GET /api/workflow-templates/": () => [NEWS],
  });
  renderRoutes(
    [
      { path: "/", element: <Opened editor={editor} /> },
      { path: "/workflows/:id", element: <Address /> },
    ],
    "/",
  );
  const changes = () =>
    asked.filter(({ method }) => method !== "GET").map(({ method, path, body }) => [method, path, body]);
  return { editor, changes };
}

function Opened({ editor }: { editor: FakeEditor }) {
  const workflow = useWorkflow("w1").data;
  if (!workflow) return null;
  return (
    <DocumentStoreContext value={editor.document}>
      <EditorContext value={editor}>
        <Named editor={editor} workflow={workflow} />
      </EditorContext>
    </DocumentStoreContext>
  );
}

function Named({ editor, workflow }: { editor: FakeEditor; workflow: WorkflowSummary }) {
  useFirstName(editor.document, workflow);
  const isEmpty = useDocument((state) => state.order.length === 0);
  return isEmpty ? <EmptyCanvas workflow={workflow} /> : <p>{workflow.name}</p>;
}

function Address() {
  return <p>{useLocation().pathname}</p>;
}

const field = () => screen.findByRole("combobox", { name: "What should happen?" });

describe("the empty canvas", () => {
  it("takes a step in a person's own words, which name the workflow", async () => {
    const { editor, changes } = open();
    await userEvent.type(await field(), "fill in a template");
    const steps = within(await screen.findByRole("group", { name: "Begin with one step" }));
    await userEvent.click(steps.getByRole("option", { name: /Template/ }));
    expect(await screen.findByText("Fill in a template")).toBeTruthy();
    expect(editor.document.getState().order).toEqual(["start", "template"]);
    expect(changes()).toEqual([["PATCH", "/api/workflows/w1/", { name: "Fill in a template" }]]);
  });

  it("names the workflow after a step that is added in another way, but not after a start", async () => {
    const { editor, changes } = open();
    await userEvent.click(await screen.findByRole("button", { name: "Only a start node" }));
    expect(changes()).toEqual([]);
    const type = NODE_TYPES.template;
    if (type) addToDocument(editor, type, { kind: "free", at: null });
    expect(await screen.findByText("Template")).toBeTruthy();
    expect(changes()).toEqual([["PATCH", "/api/workflows/w1/", { name: "Template" }]]);
  });

  it("leaves a name that somebody chose", async () => {
    const { changes } = open({ name: "Orders" });
    await userEvent.click(await screen.findByRole("button", { name: "Add an AI step" }));
    expect(await screen.findByText("Orders")).toBeTruthy();
    expect(changes()).toEqual([]);
  });

  it.each([
    [0, [["DELETE", "/api/workflows/w1/", undefined]]],
    [3, []],
  ])("opens a template in place of a workflow without edits, at revision %i", async (revision, removed) => {
    const { changes } = open({ revision });
    await userEvent.type(await field(), "the news");
    const fitting = within(await screen.findByRole("group", { name: "Templates that fit" }));
    await userEvent.click(fitting.getByRole("option", { name: /Daily news/ }));
    expect(await screen.findByText("/workflows/w9")).toBeTruthy();
    const made = { name: "Daily news", template: "daily-news", folder: "Sales" };
    await waitFor(() => expect(changes()).toEqual([["POST", "/api/workflows/", made], ...removed]));
  });

  it("asks nothing of those who may only look", async () => {
    open({ readOnly: true });
    expect(await screen.findByText("This workflow is still empty.")).toBeTruthy();
    expect(screen.queryByRole("combobox")).toBeNull();
  });
});
