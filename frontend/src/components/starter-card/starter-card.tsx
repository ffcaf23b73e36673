import type { ReactNode } from "react";
import { Icon } from "@/components/icon";
import classes from "./starter-card.module.css";

type Props = {
  title: string;
  text: string;
  note?: string;
  picture: ReactNode;
  disabled: boolean;
  selected?: boolean;
  onChoose: () => void;
};

/** The picture of a start from nothing. */
export function BlankPicture() {
  return (
    <span className={classes.blank}>
      <Icon name="plus" size={28} />
    </span>
  );
}

/** One thing to begin with. */
export function StarterCard({ title, text, note, picture, disabled, selected, onChoose }: Props) {
  return (
    <button
      type="button"
      className={classes.card}
      aria-pressed={selected}
      disabled={disabled}
      onClick={onChoose}
    >
      {picture}
      <span className={classes.title}>{title}</span>
      <span className={classes.text}>{text}</span>
      {note && <span className={classes.note}>{note}</span>}
    </button>
  );
}
