/** The right mouse button selects what it hits and opens the menu there. */

import { type MouseEvent as ReactMouseEvent, useMemo } from "react";
import { useUi } from "@/stores/ui-store";
import type { ContextTarget } from "./context-menu";
import type { CardNode, FlowEdge } from "./to-flow";

type AnyMouseEvent = ReactMouseEvent | MouseEvent;

export function useFlowMenus(onMenu: (target: ContextTarget) => void) {
  return useMemo(() => {
    const open = (event: AnyMouseEvent) => {
      event.preventDefault();
      onMenu({ x: event.clientX, y: event.clientY });
    };
    return {
      onNodeContextMenu: (event: AnyMouseEvent, node: CardNode) => {
        const { selection, select } = useUi.getState();
        if (!selection.includes(node.id)) select([node.id]);
        open(event);
      },
      onEdgeContextMenu: (event: AnyMouseEvent, edge: FlowEdge) => {
        useUi.getState().select([], [edge.id]);
        open(event);
      },
      onPaneContextMenu: (event: AnyMouseEvent) => {
        useUi.getState().select([]);
        open(event);
      },
      onSelectionContextMenu: (event: AnyMouseEvent) => open(event),
    };
  }, [onMenu]);
}
