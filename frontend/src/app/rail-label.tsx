import classes from "@/app/rail.module.css";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";

type Props = { icon: IconName; label: string; count?: string };

/** Content of a rail entry; CSS hides the text when the rail is folded. */
export function RailLabel({ icon, label, count = "" }: Props) {
  return (
    <>
      <Icon name={icon} size={20} stroke={1.6} />
      <span className={classes.word}>{label}</span>
      {count !== "" && (
        <>
          {/* Names are read as words: "Approvals 3". */ " "}
          <span className={classes.count}>{count}</span>
        </>
      )}
    </>
  );
}
