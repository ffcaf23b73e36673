import { useTranslation } from "react-i18next";
import { startChoiceDrag } from "@/components/canvas/use-palette-drop";
import { Icon } from "@/components/icon";
import { useLocalText } from "@/i18n/local-text";
import type { NodeChoice } from "@/nodes/node-choices";

type Props = { choice: NodeChoice; onAdd: (choice: NodeChoice) => void };

/** One thing to add: a click or Enter adds it, dragging puts it where it is dropped. */
export function PaletteItem({ choice, onAdd }: Props) {
  const { t } = useTranslation("canvas");
  const local = useLocalText();
  const { id, kind, title, help, icon, tint } = choice;
  return (
    <button
      type="button"
      className="fl-type"
      data-category={tint}
      data-node-type={id}
      draggable
      title={local(help)}
      onDragStart={(event) => startChoiceDrag(event, choice)}
      onClick={() => onAdd(choice)}
    >
      <span className="fl-type-icon">
        <Icon name={icon} size={16} />
      </span>
      <span className="fl-type-text">
        <span className="fl-type-title">{local(title)}</span>
        <span className="fl-type-help">{local(help)}</span>
      </span>
      {kind !== "type" && <span className="fl-type-mark">{t(`choiceKind.${kind}`)}</span>}
    </button>
  );
}
