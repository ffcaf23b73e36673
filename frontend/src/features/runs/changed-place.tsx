import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useComparedValue } from "@/api/runs";
import type { Json, OutputChange } from "@/api/types";
import { BeforeAfter } from "@/components/field-diff/before-after";
import { FormError } from "@/components/form-error";
import { TextButton } from "@/components/text-button";
import { ValueView } from "@/components/value-view/value-view";
import classes from "@/features/runs/compare.module.css";
import { useComparedPass } from "@/features/runs/use-compared-pass";

type Props = { node: string; change: OutputChange };

/** One difference of two outputs; long values are fetched whole when they are asked for. */
export function ChangedPlace({ node, change }: Props) {
  const { t } = useTranslation("runs");
  const { id, other, scope } = useComparedPass();
  const [isWhole, setWhole] = useState(false);
  const query = { with: other, scope, node_key: node, path: change.path };
  const whole = useComparedValue(id, query, isWhole);
  const { left, right } = whole.data ?? change;
  return (
    <tr className={classes.change}>
      <th scope="row">
        {change.path || "/"}
        {change.is_cut && !whole.data && (
          <TextButton onClick={() => setWhole(true)} disabled={whole.isFetching}>
            {t("comparison.whole")}
          </TextButton>
        )}
        {whole.data?.is_cut && <p className={classes.quiet}>{t("comparison.cut")}</p>}
        <FormError error={whole.error} />
      </th>
      <ComparedValues left={left} right={right} whole={whole.data !== undefined} />
    </tr>
  );
}

/** A value of a run; null where the run has none. */
type Side = { value?: Json } | null;

type ComparedValuesProps = { left: Side; right: Side; whole: boolean };

/** Two values side by side, each shown as what it is; two texts as one, word by word. */
function ComparedValues({ left, right, whole }: ComparedValuesProps) {
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
