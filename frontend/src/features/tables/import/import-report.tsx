import { Button, Group } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { TableImport } from "@/api/tables";
import { Table } from "@/components/table";
import classes from "./import.module.css";

/** Cells that an import has left out, with the reasons. */
export function ImportReport({ report, onClose }: { report: TableImport; onClose: () => void }) {
  const { t } = useTranslation("tables");
  const common = useTranslation().t;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.focus(), []);
  const { problems, bad_cells, skipped } = report;
  return (
    <div ref={frame} tabIndex={-1} className={classes.step}>
      <ul className={classes.counts}>
        <li>{t("imported", { count: report.stored })}</li>
        {bad_cells > 0 && <li>{t("import.bad", { count: bad_cells })}</li>}
        {skipped > 0 && <li>{t("import.skipped", { count: skipped })}</li>}
      </ul>
      {problems.length < bad_cells && (
        <p className={classes.help}>{t("import.first", { count: problems.length })}</p>
      )}
      {problems.length > 0 && (
        <section className={classes.preview} aria-label={t("import.report")}>
          <Table className={classes.table}>
            <thead>
              <tr>
                {(["row", "column", "value", "reason"] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`import.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {problems.map(({ row, column, value, message }) => (
                <tr key={`${row} ${column} ${value}`}>
                  <td>{row}</td>
                  <td>{column}</td>
                  <td>{value}</td>
                  <td className={classes.reason}>{message}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{common("action.close")}</Button>
      </Group>
    </div>
  );
}
