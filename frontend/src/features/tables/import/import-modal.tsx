import { Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DataTable, TableImport } from "@/api/tables";
import { notifyDone } from "@/components/notify";
import { ImportReport } from "./import-report";
import { PreviewStep } from "./preview-step";
import { pastedFile, SourceStep } from "./source-step";

type Props = {
  /** Null makes a new one. */
  table: DataTable | null;
  /** Rows that were pasted into the table. */
  pasted?: string;
  onClose: () => void;
  onNew?: (id: string) => void;
};

/** Rows from a file or a spreadsheet: where from, what they are, and what did not fit. */
export function ImportModal({ table, pasted, onClose, onNew }: Props) {
  const { t } = useTranslation("tables");
  const [file, setFile] = useState<File | null>(() =>
    pasted ? pastedFile(pasted, t("import.pasted")) : null,
  );
  const [report, setReport] = useState<TableImport | null>(null);
  const finish = (id: string) => {
    onClose();
    if (!table) onNew?.(id);
  };
  const imported = (done: TableImport) => {
    notifyDone(t("imported", { count: done.stored }));
    if (done.bad_cells > 0 || done.skipped > 0) setReport(done);
    else finish(done.table);
  };
  const title = table ? t("import.title", { name: table.name }) : t("import.titleNew");
  return (
    <Modal
      opened
      size={file ? "xl" : "md"}
      title={report ? t("import.report") : title}
      onClose={() => (report ? finish(report.table) : onClose())}
    >
      {report ? (
        <ImportReport report={report} onClose={() => finish(report.table)} />
      ) : file ? (
        <PreviewStep table={table} file={file} onOther={() => setFile(null)} onImported={imported} />
      ) : (
        <SourceStep onFile={setFile} onCancel={onClose} />
      )}
    </Modal>
  );
}
