import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { LABELS } from "@/commands/labels";
import { DocumentStoreContext } from "@/stores/document-store";
import { RunStoreContext } from "@/stores/run-store";
import { documentOf, node } from "@/test/documents";
import { openTestEditor } from "@/test/editor";
import { useIsShown } from "./use-shown-node";

it("does not draw the frame of the editor again while a node is edited", () => {
  const editor = openTestEditor(documentOf([node("s", "start"), node("a", "template")], []));
  let drawn = 0;
  const { result } = renderHook(
    () => {
      drawn += 1;
      return useIsShown("a");
    },
    {
      wrapper: ({ children }) => (
        <DocumentStoreContext value={editor.document}>
          <RunStoreContext value={editor.run}>{children}</RunStoreContext>
        </DocumentStoreContext>
      ),
    },
  );
  for (const text of ["w", "wa", "warp"])
    act(() => {
      editor.document
        .getState()
        .applyChanges([{ op: "update_node", key: "a", changes: { config: { text } } }], {
          label: LABELS.write,
        });
    });
  expect([result.current, drawn]).toEqual([true, 1]);
  act(() => {
    editor.document.getState().applyChanges([{ op: "remove_node", key: "a" }], { label: LABELS.remove });
  });
  expect([result.current, drawn]).toEqual([false, 2]);
});
