import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "@/components/copy-button";
import { Icon } from "@/components/icon";
import classes from "@/components/log-row/log-row.module.css";

/** Address of an entry, which opens it. */
export type RowAddress = { isOpen: boolean; onToggle: (isOpen: boolean) => void; link: string };

type Props = {
  address?: RowAddress;
  /** Main facts, in one line; on a phone in two. */
  head: ReactNode;
  /** Details, shown below it once it is open. */
  children: ReactNode;
};

/** An entry of a log that opens in place. */
export function LogRow({ address, head, children }: Props) {
  const { t } = useTranslation();
  const [open, { toggle }] = useDisclosure(address?.isOpen ?? false);
  const press = () => {
    toggle();
    address?.onToggle(!open);
  };
  return (
    <li className={classes.row}>
      <button type="button" className={classes.head} aria-expanded={open} onClick={press}>
        <Icon name={open ? "chevron-down" : "chevron-right"} size={14} />
        {head}
      </button>
      {open && (
        <div className={classes.body}>
          {children}
          {address && <CopyButton text={address.link} label={t("action.copyLink")} />}
        </div>
      )}
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
