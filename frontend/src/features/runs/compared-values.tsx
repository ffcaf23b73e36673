import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { BeforeAfter } from "@/components/field-diff/before-after";
import { ValueView } from "@/components/value-view/value-view";
import classes from "@/features/runs/compare.module.css";

/** A value of a run; null where the run has none. */
type Side = { value?: Json } | null;

type Props = { left: Side; right: Side; whole: boolean };

/** Two values side by side, each shown as what it is; two texts as one, word by word. */
export function ComparedValues({ left, right, whole }: Props) {
  const [before, after] = [left?.value, right?.value];
  if (typeof before === "string" && typeof after === "string") {
    return (
      <td colSpan={3}>
        <div className={classes.value}>
          <BeforeAfter field={{ path: "", before, after }} whole={whole} />
        </div>
      </td>
    );
  }
  return (
    <>
      <td>
        <OneValue value={before} />
      </td>
      <td colSpan={2}>
        <OneValue value={after} />
      </td>
    </>
  );
}

function OneValue({ value }: { value: Json | undefined }) {
  const { t } = useTranslation("runs");
  return (
    <div className={classes.value}>
      {value === undefined ? t("comparison.nothing") : <ValueView value={value} />}
    </div>
  );
}
