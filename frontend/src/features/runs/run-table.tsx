import { useTranslation } from "react-i18next";
import type { RunSummary } from "@/api/types";
import { Table } from "@/components/table";
import { RunRow } from "@/features/runs/run-row";
import classes from "@/features/runs/runs.module.css";

const COLUMNS = ["status", "workflow", "started", "duration", "tokens", "by"] as const;

export function RunTable({ runs }: { runs: RunSummary[] }) {
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
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </tbody>
    </Table>
  );
}
