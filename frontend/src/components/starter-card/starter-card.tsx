import type { ReactNode } from "react";
import { Icon } from "@/components/icon";
import type { OptionProps } from "@/components/use-choice-keys";
import { logoAddress, serviceIcon } from "@/lib/service-logos";
import classes from "./starter-card.module.css";

type Props = {
  title: string;
  text: string;
  note?: string;
  /** Shown on pointing. */
  tip?: string;
  /** Ids of those that it talks to. */
  services?: readonly string[];
  picture: ReactNode;
  disabled: boolean;
  selected?: boolean;
  /** As a choice of a field, which keeps the focus. */
  option?: OptionProps;
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
export function StarterCard({
  title,
  text,
  note,
  tip,
  services = [],
  picture,
  disabled,
  selected,
  option,
  onChoose,
}: Props) {
  return (
    <button
      type="button"
      className={classes.card}
      title={tip}
      aria-pressed={selected}
      disabled={disabled}
      tabIndex={option && -1}
      {...option}
      onClick={onChoose}
    >
      {picture}
      <span className={classes.title}>
        {title}
        {services
          .map((service) => serviceIcon(service, ""))
          .filter(logoAddress)
          .map((logo) => (
            <Icon key={logo} name={logo} size={16} />
          ))}
      </span>
      <span className={classes.text}>{text}</span>
      {note && <span className={classes.note}>{note}</span>}
    </button>
  );
}
