import type { NodeDoc } from "@/api/types";
import { Icon } from "@/components/icon";
import { frameLook } from "@/document/frames";
import { useCanvas } from "./canvas-context";

/** Folds a frame to a card, and opens it again. */
export function FoldButton({ node }: { node: NodeDoc }) {
  const { t, editable, fold } = useCanvas();
  const { collapsed } = frameLook(node);
  if (!editable) return null;
  const label = t(collapsed ? "unfold" : "fold", { name: node.name });
  return (
    <button
      type="button"
      className="fl-fold nodrag nopan"
      aria-label={label}
      title={label}
      aria-expanded={!collapsed}
      onClick={(event) => {
        event.stopPropagation();
        fold(node.key, !collapsed);
      }}
    >
      <Icon name={collapsed ? "chevron-right" : "chevron-down"} size={15} />
    </button>
  );
}
