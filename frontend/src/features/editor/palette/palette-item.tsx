import type { DragEvent } from "react";
import type { NodeTypeInfo } from "@/api/types";
import { NODE_TYPE_DRAG } from "@/components/canvas/use-palette-drop";
import { Icon } from "@/components/icon";
import { useLocalText } from "@/i18n/local-text";
import { nodeLook } from "@/nodes/registry";

type Props = { type: NodeTypeInfo; onAdd: (type: NodeTypeInfo) => void };

/** One node type: a click or Enter adds it, dragging puts it where it is dropped. */
export function PaletteItem({ type, onAdd }: Props) {
  const local = useLocalText();
  const { icon, category } = nodeLook(type);
  const onDragStart = (event: DragEvent) => {
    event.dataTransfer.setData(NODE_TYPE_DRAG, type.id);
    event.dataTransfer.effectAllowed = "copy";
  };
  return (
    <button
      type="button"
      className="fl-type"
      data-category={category}
      data-node-type={type.id}
      draggable
      title={local(type.help)}
      onDragStart={onDragStart}
      onClick={() => onAdd(type)}
    >
      <span className="fl-type-icon">
        <Icon name={icon} size={16} />
      </span>
      <span className="fl-type-text">
        <span className="fl-type-title">{local(type.title)}</span>
        <span className="fl-type-help">{local(type.help)}</span>
      </span>
    </button>
  );
}
