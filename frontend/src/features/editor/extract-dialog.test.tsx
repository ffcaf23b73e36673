import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { EditorContext } from "@/commands/editor-context";
import { LABELS } from "@/commands/labels";
import { useUi } from "@/stores/ui-store";
import { documentOf, node } from "@/test/documents";
import { openTestEditor } from "@/test/editor";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { workflowSummary } from "@/test/workflows";
import { ExtractDialog } from "./extract-dialog";

const END = node("e", "end", { config: { outputs: [{ name: "text", value: "{{ nodes.b.text }}" }] } });
const GRAPH = documentOf(
  [node("s", "start"), node("a", "template"), node("b", "template"), END],
  ["s>a", "a>b", "b>e"],
);

/** Opens the dialog for two nodes; `meanwhile` happens while the server makes the workflow. */
async function extract(meanwhile: (editor: ReturnType<typeof openTestEditor>) => void) {
  const editor = openTestEditor(GRAPH);
  useUi.getState().select(["a", "b"]);
  const asked = serve({
    "POST /api/workflows/": () => {
      meanwhile(editor);
      return workflowSummary({ id: "w2", slug: "part" });
    },
    "DELETE /api/workflows/w2/": () => new Response(null, { status: 204 }),
  });
  const element = (
    <EditorContext value={editor}>
      <ExtractDialog workflow={workflowSummary({})} />
    </EditorContext>
  );
  renderRoutes([{ path: "/", element }], "/");
  await userEvent.click(await screen.findByRole("button", { name: "Create" }));
  return { editor, asked: () => asked.map(({ method, path }) => `${method} ${path}`) };
}

it("puts one node in the place of the selected ones", async () => {
  const { editor, asked } = await extract(() => undefined);
  await waitFor(() => expect(editor.document.getState().order).toHaveLength(3));
  expect(asked()).toEqual(["POST /api/workflows/"]);
});

it("leaves no workflow behind when the nodes were changed meanwhile", async () => {
  const { editor, asked } = await extract(({ document }) =>
    document.getState().applyChanges(
      [
        { op: "remove_node", key: "a" },
        { op: "remove_node", key: "b" },
      ],
      { label: LABELS.remove },
    ),
  );
  await waitFor(() => expect(asked()).toEqual(["POST /api/workflows/", "DELETE /api/workflows/w2/"]));
  expect(editor.document.getState().order).toEqual(["s", "e"]);
  expect(editor.notices).toEqual([
    "Nothing was extracted: the nodes were changed meanwhile. Look at them and try again.",
  ]);
});
