import { Icon } from "@/components/icon";
import { NodeTypeIcons } from "@/features/workflows/node-type-icons";
import classes from "@/features/workflows/workflows.module.css";

type Props = {
  title: string;
  text: string;
  note?: string;
  /** Without any it is the blank start. */
  nodeTypes?: string[];
  disabled: boolean;
  selected?: boolean;
  onChoose: () => void;
};

export function StarterCard({ title, text, note, nodeTypes, disabled, selected, onChoose }: Props) {
  return (
    <button
      type="button"
      className={classes.starter}
      aria-pressed={selected}
      disabled={disabled}
      onClick={onChoose}
    >
      {nodeTypes ? (
        <NodeTypeIcons ids={nodeTypes} />
      ) : (
        <span className={classes.typeIcon}>
          <Icon name="plus" />
        </span>
      )}
      <span className={classes.starterTitle}>{title}</span>
      <span className={classes.starterText}>{text}</span>
      {note && <span className={classes.note}>{note}</span>}
    </button>
  );
}
