import type { KeyboardEvent } from "react";
import { useUi } from "@/stores/ui-store";

/** Enter and space select the card or edge that has the focus; on a selected card they mean something else. */
export function selectFocused(event: KeyboardEvent): void {
  if (event.key !== "Enter" && event.key !== " ") return;
  const { target } = event;
  if (!(target instanceof Element)) return;
  const id = target.getAttribute("data-id");
  if (id === null) return;
  const { selection, selectedEdges, select } = useUi.getState();
  const isNode = target.classList.contains("react-flow__node");
  if (!isNode && !target.classList.contains("react-flow__edge")) return;
  if ((isNode ? selection : selectedEdges).includes(id)) return;
  if (isNode) select([id]);
  else select([], [id]);
  event.preventDefault();
}
