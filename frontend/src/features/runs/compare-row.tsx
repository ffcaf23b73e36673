import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ComparisonRow } from "@/api/types";
import { Duration } from "@/components/duration";
import { Icon } from "@/components/icon";
import { StatusDot } from "@/components/status-dot";
import { TextButton } from "@/components/text-button";
import { ChangedPlace } from "@/features/runs/changed-place";
import classes from "@/features/runs/compare.module.css";
import { spentText } from "@/features/runs/spent-text";
import { useComparedPass } from "@/features/runs/use-compared-pass";

/** One node in both runs; its differences unfold below it. */
export function CompareRow({ row }: { row: ComparisonRow }) {
  const { t } = useTranslation("runs");
  const { addressOfPass } = useComparedPass();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <tr data-same={row.same || undefined}>
        <th scope="row">
          {row.name}
          {row.passes > 0 && (
            <Link className={classes.inside} to={addressOfPass(`${row.scope}/${row.node_key}.0`)}>
              {t("comparison.passes", { count: row.passes })}
              <Icon name="chevron-right" size={13} />
            </Link>
          )}
        </th>
        {[row.left, row.right].map((side, at) => (
          <td key={at === 0 ? "left" : "right"}>
            {side ? (
              <span className={classes.spent}>
                <StatusDot status={side.status} />
                <Duration ms={side.duration_ms} />
                {spentText(side, t)}
              </span>
            ) : (
              <span className={classes.quiet}>{t("comparison.missing")}</span>
            )}
          </td>
        ))}
        <td>
          {row.same && <span className={classes.quiet}>{t("comparison.same")}</span>}
          {!row.same && row.changes.length === 0 && t("comparison.statusDiffers")}
          {row.changes.length > 0 && (
            <TextButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t("comparison.differs", { count: row.changes.length })}
            </TextButton>
          )}
        </td>
      </tr>
      {isOpen &&
        row.changes.map((change) => <ChangedPlace key={change.path} node={row.node_key} change={change} />)}
    </>
  );
}
