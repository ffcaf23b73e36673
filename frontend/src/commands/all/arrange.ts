/** Commands that line up several nodes: each is one step of the history. */

import type { IconName } from "@/components/icons";
import { type Alignment, alignOperations, type Direction, distributeOperations } from "@/document/align";
import { outermost } from "@/document/nesting";
import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import type { Editor } from "../editor-context";
import { LABELS } from "../labels";
import { commandsOf } from "../types";

export const ARRANGE = commandsOf("arrange", [
  align("left", "alt+a", "layout-align-left"),
  align("center", "alt+h", "layout-align-center"),
  align("right", "alt+d", "layout-align-right"),
  align("top", "alt+w", "layout-align-top"),
  align("middle", "alt+v", "layout-align-middle"),
  align("bottom", "alt+s", "layout-align-bottom"),
  distribute("horizontal", "alt+shift+h", "layout-distribute-vertical"),
  distribute("vertical", "alt+shift+v", "layout-distribute-horizontal"),
]);

function align(alignment: Alignment, keys: string, icon: IconName) {
  return {
    id: `align-${alignment}`,
    icon,
    keys: [keys],
    when: (editor: Editor) => canEdit(editor) && selectedNodes(editor).length > 1,
    run: (editor: Editor) => {
      const state = editor.document.getState();
      const operations = alignOperations(state, editor.types, selectedNodes(editor), alignment);
      state.applyChanges(operations, { label: LABELS.align });
    },
  };
}

function distribute(direction: Direction, keys: string, icon: IconName) {
  return {
    id: `distribute-${direction}`,
    icon,
    keys: [keys],
    when: (editor: Editor) => canEdit(editor) && selectedNodes(editor).length > 2,
    run: (editor: Editor) => {
      const state = editor.document.getState();
      const operations = distributeOperations(state, editor.types, selectedNodes(editor), direction);
      state.applyChanges(operations, { label: LABELS.distribute });
    },
  };
}

/** The selected nodes that do not lie in another selected one. */
function selectedNodes(editor: Editor): string[] {
  const { nodes } = editor.document.getState();
  return outermost(
    nodes,
    useUi.getState().selection.filter((key) => nodes[key]),
  );
}
