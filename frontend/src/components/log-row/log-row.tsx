import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Icon } from "@/components/icon";
import classes from "@/components/log-row/log-row.module.css";

type Props = {
  /** Main facts, in one line; on a phone in two. */
  head: ReactNode;
  /** Details, shown below it once it is open. */
  children: ReactNode;
};

/** An entry of a log that opens in place. */
export function LogRow({ head, children }: Props) {
  const [open, { toggle }] = useDisclosure(false);
  return (
    <li className={classes.row}>
      <button type="button" className={classes.head} aria-expanded={open} onClick={toggle}>
        <Icon name={open ? "chevron-down" : "chevron-right"} size={14} />
        {head}
      </button>
      {open && <div className={classes.body}>{children}</div>}
    </li>
  );
}

type FactsProps = { facts: readonly (readonly [label: string, value: ReactNode] | false)[] };

/** Labelled values of an open entry; those that are false are left out. */
export function LogFacts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter((fact) => fact !== false)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
