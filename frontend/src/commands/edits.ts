/** Edits that several commands and gestures share. Each is one step of the history. */

import { MOST_NODES } from "@/api/rules.gen";
import type { GraphOperation, NodeTypeInfo, Position } from "@/api/types";
import type { Editor } from "@/commands/editor-context";
import { type AddOptions, type AddTarget, addAfter, addNode, newEdge } from "@/document/add-node";
import { copyNodes, isTooLong, parseClipboard, pasteOperations } from "@/document/clipboard";
import { closingOperations } from "@/document/close-chain";
import { autofocusField } from "@/document/config";
import { outgoingEdges } from "@/document/edge-index";
import { frameAt, mayLieIn } from "@/document/frames";
import { frameOfEdge, insertExisting, insertIntoEdge } from "@/document/insert-into-edge";
import { takenNames, uniqueName } from "@/document/naming";
import { absolutePosition, insidePosition } from "@/document/nesting";
import { outputPorts } from "@/document/ports";
import { renameOperations } from "@/document/references";
import { removeOperations } from "@/document/reparent";
import type { PortRef } from "@/document/types";
import { connectionFault, connectionFaultText, loneStart } from "@/document/validate";
import { localText, type Message } from "@/i18n/local-text";
import type { NodeChoice } from "@/nodes/node-choices";
import type { DocumentStore } from "@/stores/document-store";
import { FIRST_FIELD, useUi } from "@/stores/ui-store";
import { LABELS } from "./labels";

/** Rename a node; templates of other nodes follow. An empty name keeps the old one. */
export function renameNode(store: DocumentStore, key: string, wanted: string): void {
  const state = store.getState();
  const current = state.nodes[key]?.name;
  if (!current || !wanted.trim() || wanted.trim() === current) return;
  const taken = takenNames(state);
  taken.delete(current);
  const operations = renameOperations(state, state.types, key, uniqueName(wanted, taken));
  if (operations.length > 0) state.applyChanges(operations, { label: LABELS.rename });
}

/** Remove the selected nodes and edges, reconnecting chains. */
export function removeSelection(editor: Editor, label: Message = LABELS.remove): void {
  const { selection, selectedEdges, select } = useUi.getState();
  const state = editor.document.getState();
  const edges = selectedEdges.filter((id) => state.edges[id]);
  const keys = selection.filter((key) => state.nodes[key]);
  const removal: GraphOperation[] = [
    ...edges.map((id) => ({ op: "remove_edge" as const, id })),
    ...removeOperations(state, editor.types, keys),
  ];
  const operations = [...removal, ...closingOperations(state, editor.types, removal)];
  if (operations.length > 0 && state.applyChanges(operations, { label })) select([]);
}

/** Add a node, placed and wired; select it and bring it into view. */
export function addToDocument(
  editor: Editor,
  type: NodeTypeInfo,
  target: AddTarget,
  extras: Omit<AddOptions, "language"> = {},
): void {
  const state = editor.document.getState();
  const config = { ...editor.newConfig(type), ...extras.config };
  const options = { ...extras, config, language: editor.language };
  const edge = target.kind === "edge" ? state.edges[target.edgeId] : undefined;
  const parent = parentFor(editor, type, target);
  const at = target.at ? { at: insidePosition(state.nodes, parent, target.at) } : {};
  const added =
    target.kind === "after"
      ? addAfter(state, editor.types, target.source, type, { ...options, ...at })
      : edge
        ? insertIntoEdge(state, editor.types, edge, type, { ...options, ...at })
        : addNode(state, editor.types, type, at.at ?? null, { ...options, parent });
  const label = edge ? LABELS.insert : LABELS.add;
  if (!state.applyChanges(added.operations, { label })) return;
  useUi.getState().openNode(added.key, "settings", autofocusField(type.config_schema) ?? FIRST_FIELD);
  editor.canvas.reveal([added.key]);
}

/** Add the node of a choice; of a tool that is still to be made, its dialog comes first. */
export function addChoice(editor: Editor, choice: NodeChoice, target: AddTarget): void {
  const { kind, title, nodeType, config, newTool } = choice;
  if (newTool) useUi.getState().set({ newTool: { type: newTool, target } });
  else if (kind === "type") addToDocument(editor, nodeType, target);
  else addToDocument(editor, nodeType, target, { config, name: localText(title, editor.language) });
}

/** The frame that a new node goes into; places of targets are those of the canvas. */
function parentFor(editor: Editor, type: NodeTypeInfo, target: AddTarget): string | null {
  const state = editor.document.getState();
  if (target.kind === "after") return state.nodes[target.source.node]?.parent ?? null;
  if (target.kind === "edge") {
    const edge = state.edges[target.edgeId];
    return edge ? frameOfEdge(state, edge) : null;
  }
  const wanted =
    target.parent !== undefined ? target.parent : target.at ? frameAt(state, editor.types, target.at) : null;
  return mayLieIn(state, editor.types, type.id, wanted) ? wanted : null;
}

/** Position of a node from the palette: after `nextPort`. */
export function paletteTarget(editor: Editor, type: NodeTypeInfo): AddTarget {
  const source = type.inputs.length > 0 ? nextPort(editor) : null;
  return source ? { kind: "after", source } : { kind: "free", at: null };
}

/** Default position of the next step: after the selected node, or after a lone start. */
export function nextPort(editor: Editor): PortRef | null {
  const { selection } = useUi.getState();
  if (selection.length > 1) return null;
  const key = selection[0] ?? loneStart(editor.document.getState(), editor.types);
  return key === null ? null : freePort(editor, key);
}

/** The first output port without an edge; the first of all when every one has one; null without ports. */
export function freePort(editor: Editor, key: string): PortRef | null {
  const state = editor.document.getState();
  const node = state.nodes[key];
  const ports = node ? outputPorts(node, editor.types[node.type]) : [];
  const used = new Set(outgoingEdges(state.edges, key).map((edge) => edge.source_port));
  const port = ports.find(({ id }) => !used.has(id)) ?? ports[0];
  return port ? { node: key, port: port.id } : null;
}

/** Draw an edge; says why when it may not be. */
export function connect(editor: Editor, source: PortRef, target: PortRef): boolean {
  const state = editor.document.getState();
  const fault = connectionFault(state, editor.types, source, target);
  if (fault) {
    editor.notify(connectionFaultText(fault));
    return false;
  }
  const edge = newEdge(state, source, target);
  return state.applyChanges([{ op: "add_edge", edge }], { label: LABELS.connect });
}

/** Put a node into an edge, its corner at a place of the canvas; false when it does not fit. */
export function insertNode(editor: Editor, edgeId: string, key: string, to: Position): boolean {
  const state = editor.document.getState();
  const edge = state.edges[edgeId];
  const operations = edge ? insertExisting(state, editor.types, edge, key, to) : [];
  return operations.length > 0 && state.applyChanges(operations, { label: LABELS.insert });
}

/** The selected nodes as clipboard text; null when none is selected. */
export function copySelection(editor: Editor): string | null {
  const state = editor.document.getState();
  const keys = useUi.getState().selection.filter((key) => state.nodes[key]);
  return keys.length > 0 ? copyNodes(state, keys) : null;
}

const PASTE_STEP = 32;

/** Add copied nodes and select them. Returns false when the text is not ours. */
export function pasteText(
  editor: Editor,
  text: string,
  label: Message = LABELS.paste,
  at?: Position,
): boolean {
  const content = parseClipboard(text);
  const state = editor.document.getState();
  if (state.readOnly) return false;
  if (isTooLong(text) || (content && state.order.length + content.nodes.length > MOST_NODES)) {
    editor.notify({ key: "commands:tooManyNodes", values: { most: MOST_NODES } });
    return true;
  }
  if (!content) return false;
  const place = uncovered(editor, at ?? editor.canvas.pointerPosition() ?? editor.canvas.center());
  const parent = frameAt(state, editor.types, place);
  const inside = insidePosition(state.nodes, parent, place);
  const { operations, keys, leftOut } = pasteOperations(state, editor.types, content, inside, parent);
  if (operations.length > 0) state.applyChanges(operations, { label });
  if (leftOut.length > 0) {
    const names = leftOut.map((name) => `“${name}”`).join(", ");
    editor.notify({
      key: "commands:leftOut",
      values: { names },
    });
  }
  useUi.getState().select(keys);
  if (keys.length > 0) editor.canvas.reveal(keys);
  return true;
}

/** A little lower and to the right of whatever begins at this very place. */
function uncovered(editor: Editor, wanted: Position): Position {
  const { nodes } = editor.document.getState();
  const corners = Object.keys(nodes).map((key) => absolutePosition(nodes, key));
  let place = { x: Math.round(wanted.x), y: Math.round(wanted.y) };
  const isTaken = () =>
    corners.some(({ x, y }) => Math.abs(x - place.x) < PASTE_STEP && Math.abs(y - place.y) < PASTE_STEP);
  while (isTaken()) place = { x: place.x + PASTE_STEP, y: place.y + PASTE_STEP };
  return place;
}
