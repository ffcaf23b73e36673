/** Commands for the selected nodes. */

import { ask, at } from "@/api/http";
import { canEdit, hasSelectedNodes, onlyNode } from "@/commands/conditions";
import type { Editor } from "@/commands/editor-context";
import { freePort, nextPort } from "@/commands/edits";
import { foldFrames, groupSelection, selectedGroups, ungroupSelection } from "@/commands/frame-edits";
import { LABELS } from "@/commands/labels";
import { neighbour } from "@/commands/neighbour";
import { commandsOf } from "@/commands/types";
import { partOf } from "@/document/chosen-part";
import { autofocusField } from "@/document/config";
import { isFrame } from "@/document/nesting";
import { isOffThePath } from "@/document/off-the-path";
import { hasOutputs } from "@/document/ports";
import { sharedSchema } from "@/document/shared-settings";
import { shownNode } from "@/runs/passes";
import { isOpen } from "@/runs/state";
import { FIRST_FIELD, useUi } from "@/stores/ui-store";

const STEP = 8;
const FAR_STEP = 40;
const DIRECTIONS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export const NODE = commandsOf("node", [
  {
    id: "add-node",
    icon: "plus",
    keys: ["n"],
    when: canEdit,
    run: (editor) => {
      const source = nextPort(editor);
      const card = source && editor.canvas.cardElement(source.node)?.getBoundingClientRect();
      const at = editor.canvas.pointerPosition() ?? editor.canvas.center();
      useUi.getState().set({
        adding:
          source && card
            ? { kind: "port", source, screen: { x: card.right + 16, y: card.top } }
            : { kind: "free", at, screen: editor.canvas.toScreen(at) },
      });
    },
  },
  {
    id: "run-until",
    icon: "player-play",
    keys: ["shift+d"],
    when: (editor) => canEdit(editor) && reachable(editor) !== null && !isOpen(editor.run.getState().status),
    run: (editor) => {
      const key = reachable(editor);
      if (key !== null) editor.startRunUntil(key);
    },
  },
  {
    id: "run-from",
    icon: "git-fork",
    keys: ["shift+r"],
    when: (editor) => {
      const { status } = editor.run.getState();
      return canEdit(editor) && status !== null && !isOpen(status) && startable(editor) !== null;
    },
    run: (editor) => {
      const key = startable(editor);
      if (key !== null) editor.startRunFrom(key);
    },
  },
  {
    id: "pin-output",
    icon: "pinned",
    keys: ["shift+p"],
    when: (editor) => canEdit(editor) && pinnable(editor) !== null,
    run: async (editor) => {
      const key = pinnable(editor);
      const state = editor.document.getState();
      const node = key === null ? undefined : state.nodes[key];
      if (!node) return;
      const output = node.pinned_output === null ? await fullOutput(editor, node.key) : null;
      state.applyChanges([{ op: "update_node", key: node.key, changes: { pinned_output: output } }], {
        label: LABELS.pin,
      });
    },
  },
  {
    id: "open-node",
    icon: "settings",
    keys: ["Enter"],
    when: (editor) => onlyNode(editor) !== null,
    run: (editor) => {
      const key = onlyNode(editor);
      if (key === null) return;
      const type = editor.types[editor.document.getState().nodes[key]?.type ?? ""];
      useUi.getState().openNode(key, "settings", (type && autofocusField(type.config_schema)) ?? FIRST_FIELD);
    },
  },
  {
    id: "debug-node",
    icon: "bug",
    keys: ["d"],
    when: (editor) => {
      const type = editor.types[editor.document.getState().nodes[onlyNode(editor) ?? ""]?.type ?? ""];
      return canEdit(editor) && type !== undefined && !isOffThePath(type) && type.role !== "start";
    },
    run: (editor) => {
      const key = onlyNode(editor);
      if (key === null) return;
      useUi.getState().openNode(key, "debug");
      useUi.getState().set({ opening: "panel" });
    },
  },
  {
    id: "shared-settings",
    icon: "adjustments-alt",
    keys: ["shift+e"],
    when: (editor) => canEdit(editor) && haveSettings(editor),
    run: () => useUi.getState().set({ dialog: "shared-settings" }),
  },
  {
    id: "rename",
    icon: "pencil",
    keys: ["F2", "r"],
    when: (editor) => canEdit(editor) && onlyNode(editor) !== null,
    run: (editor) => {
      const key = onlyNode(editor);
      if (key === null) return;
      editor.canvas.reveal([key]);
      useUi.getState().set({ renaming: key });
    },
  },
  {
    id: "bypass",
    icon: "arrow-bounce",
    keys: ["b"],
    when: (editor) => canEdit(editor) && bypassable(editor).length > 0,
    run: (editor) => {
      const state = editor.document.getState();
      const keys = bypassable(editor);
      const bypass = !keys.every((key) => state.nodes[key]?.bypass);
      state.applyChanges(
        keys.map((key) => ({ op: "update_node", key, changes: { bypass } })),
        { label: LABELS.bypass },
      );
    },
  },
  {
    id: "connect",
    icon: "plug-connected",
    keys: ["c"],
    when: (editor) => {
      const key = onlyNode(editor);
      return canEdit(editor) && key !== null && freePort(editor, key) !== null;
    },
    run: () => useUi.getState().set({ dialog: "connect" }),
  },
  {
    id: "group",
    icon: "box-multiple",
    keys: ["mod+g"],
    when: (editor) => canEdit(editor) && hasSelectedNodes() && editor.types.group !== undefined,
    run: (editor) => {
      if (groupSelection(editor)) return;
      editor.notify({ key: "commands:notInOneContainer" });
    },
  },
  {
    id: "ungroup",
    icon: "box-off",
    keys: ["mod+shift+g"],
    when: (editor) => canEdit(editor) && selectedGroups(editor).length > 0,
    run: ungroupSelection,
  },
  {
    id: "fold",
    icon: "fold",
    keys: ["mod+alt+f"],
    when: (editor) => canEdit(editor) && selectedFrames(editor).length > 0,
    run: (editor) => foldFrames(editor, selectedFrames(editor)),
  },
  {
    id: "extract-workflow",
    icon: "package-export",
    keys: ["shift+x"],
    when: (editor) =>
      canEdit(editor) &&
      editor.types.sub_workflow !== undefined &&
      partOf(editor.document.getState(), editor.types, useUi.getState().selection).level.length > 0,
    run: () => useUi.getState().set({ dialog: "extract-workflow" }),
  },
  {
    id: "nudge",
    icon: "arrow-right",
    keys: Object.keys(DIRECTIONS).flatMap((key) => [key, `shift+${key}`]),
    keysOnly: true,
    when: (editor) => canEdit(editor) && hasSelectedNodes(),
    run: (editor, event) => {
      const direction = DIRECTIONS[event?.key ?? ""];
      if (!direction) return;
      const step = event?.shiftKey ? FAR_STEP : STEP;
      const state = editor.document.getState();
      const { selection } = useUi.getState();
      const moves = selection.flatMap((key) => {
        const from = state.nodes[key]?.position;
        if (!from) return [];
        const position = { x: from.x + direction.x * step, y: from.y + direction.y * step };
        return { op: "update_node" as const, key, changes: { position } };
      });
      state.applyChanges(moves, { label: LABELS.move, mergeKey: `nudge:${selection.join()}` });
    },
  },
  {
    id: "next-node",
    icon: "arrow-right",
    keys: ["alt+ArrowRight", "alt+ArrowDown"],
    keysOnly: true,
    when: (editor) => onlyNode(editor) !== null || useUi.getState().selection.length === 0,
    run: (editor, event) => {
      const key = neighbour(editor, event?.key === "ArrowDown" ? "below" : "next");
      if (key === null) return;
      useUi.getState().select([key]);
      editor.canvas.reveal([key]);
    },
  },
  {
    id: "previous-node",
    icon: "arrow-left",
    keys: ["alt+ArrowLeft", "alt+ArrowUp"],
    keysOnly: true,
    when: (editor) => onlyNode(editor) !== null,
    run: (editor, event) => {
      const key = neighbour(editor, event?.key === "ArrowUp" ? "above" : "previous");
      if (key === null) return;
      useUi.getState().select([key]);
      editor.canvas.reveal([key]);
    },
  },
  {
    id: "comments",
    icon: "message-2",
    keys: ["shift+c"],
    when: () => true,
    run: (editor) => {
      const { commentsOpen, openComments, set } = useUi.getState();
      if (commentsOpen) set({ commentsOpen: false });
      else openComments(onlyNode(editor));
    },
  },
]);

/** Nodes inside of containers run with their container only. */
function reachable(editor: Editor): string | null {
  const key = onlyNode(editor);
  const node = key === null ? undefined : editor.document.getState().nodes[key];
  const role = editor.types[node?.type ?? ""]?.role;
  return node && node.parent === null && (role === "step" || role === "container") ? node.key : null;
}

/** Return the selected node if the displayed run contains it, so that earlier results can be reused. */
function startable(editor: Editor): string | null {
  const key = onlyNode(editor);
  const { document } = editor.run.getState();
  const type = editor.types[editor.document.getState().nodes[key ?? ""]?.type ?? ""];
  if (key === null || isOffThePath(type) || type?.role === "start") return null;
  return document?.nodes.some((node) => node.key === key) ? key : null;
}

function pinnable(editor: Editor): string | null {
  const key = onlyNode(editor);
  const node = key === null ? undefined : editor.document.getState().nodes[key];
  if (!node) return null;
  const output = shownNode(editor.run.getState(), node.key)?.output ?? null;
  return node.pinned_output !== null || output !== null ? node.key : null;
}

/** Events carry long outputs cut. */
async function fullOutput(editor: Editor, key: string) {
  const { run } = editor.run.getState();
  const view = shownNode(editor.run.getState(), key);
  if (!view?.truncated || !run) return view?.output ?? null;
  return (
    await ask(
      "get",
      "/api/runs/{run_id}/nodes/{node_key}/",
      at({ run_id: run.id, node_key: key }, { scope: view.scope }),
    )
  ).output;
}

function haveSettings(editor: Editor): boolean {
  const { nodes } = editor.document.getState();
  const chosen = useUi.getState().selection.flatMap((key) => nodes[key] ?? []);
  return chosen.length > 1 && sharedSchema(chosen, editor.types) !== null;
}

/** Start and end nodes cannot be passed over: they are where a run begins and what it gives. */
function bypassable(editor: Editor): string[] {
  const { nodes } = editor.document.getState();
  return useUi.getState().selection.filter((key) => {
    const type = editor.types[nodes[key]?.type ?? ""];
    return type !== undefined && type.inputs.length > 0 && hasOutputs(type);
  });
}

function selectedFrames(editor: Editor): string[] {
  const { nodes } = editor.document.getState();
  return useUi.getState().selection.filter((key) => isFrame(nodes[key], editor.types));
}
