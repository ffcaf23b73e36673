import { useTranslation } from "react-i18next";
import type { RunSummary } from "@/api/types";
import { Table } from "@/components/table";
import { RunRow } from "@/features/runs/run-row";
import classes from "@/features/runs/runs.module.css";

const COLUMNS = ["status", "workflow", "started", "duration", "tokens", "by"] as const;

type Props = {
  runs: RunSummary[];
  /** Ids of those that are marked; only failed ones can be. */
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
};

export function RunTable({ runs, selected, onSelect }: Props) {
  const { t } = useTranslation("runs");
  return (
    <Table className={classes.table}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {t(`column.${column}`)}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow
            key={run.id}
            run={run}
            isSelected={selected.has(run.id)}
            onSelect={(isSelected) => onSelect(run.id, isSelected)}
          />
        ))}
      </tbody>
    </Table>
  );
}
