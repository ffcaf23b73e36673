/** Drawing edges by mouse; dropping one on empty canvas opens the node list there. */

import type {
  Connection,
  FinalConnectionState,
  IsValidConnection,
  OnConnect,
  OnConnectEnd,
  OnReconnect,
} from "@xyflow/react";
import { useCallback } from "react";
import type { Editor } from "@/commands/editor-context";
import { connect } from "@/commands/edits";
import { LABELS } from "@/commands/labels";
import { newEdge } from "@/document/add-node";
import { applyOperations } from "@/document/operations";
import type { PortRef } from "@/document/types";
import { connectionFault, connectionFaultText } from "@/document/validate";
import { useUi } from "@/stores/ui-store";
import type { FlowEdge } from "./to-flow";

export function useConnecting(editor: Editor) {
  const isValidConnection: IsValidConnection<FlowEdge> = useCallback(
    (connection) => {
      const { source, target } = portsOf(connection);
      return connectionFault(editor.document.getState(), editor.types, source, target) === null;
    },
    [editor],
  );

  const onConnect: OnConnect = useCallback(
    (connection) => {
      const { source, target } = portsOf(connection);
      connect(editor, source, target);
    },
    [editor],
  );

  const onConnectEnd: OnConnectEnd = useCallback(
    (event, state) => {
      if (state.isValid) return;
      if (state.toHandle) explain(editor, state);
      else if (state.fromHandle?.type === "source" && !state.toNode)
        openList(editor, event, state.fromHandle);
    },
    [editor],
  );

  const onReconnect: OnReconnect<FlowEdge> = useCallback(
    (old, connection) => {
      const state = editor.document.getState();
      const { source, target } = portsOf(connection);
      const removal = { op: "remove_edge" as const, id: old.id };
      const without = applyOperations(state, [removal]).document;
      const fault = connectionFault(without, editor.types, source, target);
      if (fault) {
        editor.notify(connectionFaultText(fault));
        return;
      }
      const edge = newEdge(without, source, target);
      state.applyChanges([removal, { op: "add_edge", edge }], { label: LABELS.reconnect });
    },
    [editor],
  );

  return { isValidConnection, onConnect, onConnectEnd, onReconnect };
}

function portsOf(connection: Connection | FlowEdge): { source: PortRef; target: PortRef } {
  return {
    source: { node: connection.source, port: connection.sourceHandle ?? "out" },
    target: { node: connection.target, port: connection.targetHandle ?? "in" },
  };
}

/** Say why the ports under the pointer do not go together. */
function explain(editor: Editor, { fromHandle, toHandle }: FinalConnectionState): void {
  if (!fromHandle || !toHandle || fromHandle.type === toHandle.type) return;
  const [from, to] = fromHandle.type === "source" ? [fromHandle, toHandle] : [toHandle, fromHandle];
  const fault = connectionFault(
    editor.document.getState(),
    editor.types,
    { node: from.nodeId, port: from.id ?? "out" },
    { node: to.nodeId, port: to.id ?? "in" },
  );
  if (fault) editor.notify(connectionFaultText(fault));
}

function openList(
  editor: Editor,
  event: MouseEvent | TouchEvent,
  from: { nodeId: string; id?: string | null },
): void {
  const point = "changedTouches" in event ? event.changedTouches[0] : event;
  if (!point) return;
  const screen = { x: point.clientX, y: point.clientY };
  const at = editor.canvas.toCanvas(screen);
  useUi.getState().set({
    adding: {
      kind: "port",
      source: { node: from.nodeId, port: from.id ?? "out" },
      // The new card's port, not its corner, goes where the edge was let go.
      at: { x: at.x, y: at.y - 24 },
      screen,
    },
  });
}
