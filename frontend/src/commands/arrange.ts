/** The commands that line several nodes up: each is one step of the history. */

import type { IconName } from "@/components/icons";
import { type Alignment, alignOperations, type Direction, distributeOperations } from "@/document/align";
import { outermost } from "@/document/nesting";
import { useUi } from "@/stores/ui-store";
import { canEdit } from "./conditions";
import type { Editor } from "./editor-context";
import { LABELS } from "./labels";
import { type Command, command } from "./types";

type Place = { order: number; keys: string; icon: IconName };

export function alignCommand(alignment: Alignment, { order, keys, icon }: Place): Command {
  return command({
    id: `align-${alignment}`,
    icon,
    group: "arrange",
    order,
    keys: [keys],
    when: (editor) => canEdit(editor) && selectedNodes(editor).length > 1,
    run: (editor) => {
      const state = editor.document.getState();
      const operations = alignOperations(state, editor.types, selectedNodes(editor), alignment);
      state.applyChanges(operations, { label: LABELS.align });
    },
  });
}

export function distributeCommand(direction: Direction, { order, keys, icon }: Place): Command {
  return command({
    id: `distribute-${direction}`,
    icon,
    group: "arrange",
    order,
    keys: [keys],
    when: (editor) => canEdit(editor) && selectedNodes(editor).length > 2,
    run: (editor) => {
      const state = editor.document.getState();
      const operations = distributeOperations(state, editor.types, selectedNodes(editor), direction);
      state.applyChanges(operations, { label: LABELS.distribute });
    },
  });
}

/** The selected nodes that do not lie in another selected one. */
function selectedNodes(editor: Editor): string[] {
  const { nodes } = editor.document.getState();
  return outermost(
    nodes,
    useUi.getState().selection.filter((key) => nodes[key]),
  );
}
