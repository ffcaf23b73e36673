import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useComparedValue } from "@/api/queries/runs";
import type { OutputChange } from "@/api/types";
import { FormError } from "@/components/form-error";
import { TextButton } from "@/components/text-button";
import classes from "@/features/runs/compare.module.css";
import { ComparedValues } from "@/features/runs/compared-values";
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
