import { Button, FileButton, Group, Modal, Textarea } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DataTable, TableImport } from "@/api/tables";
import { autosize } from "@/components/autosize";
import { droppedFiles } from "@/components/dropped-files";
import { Form } from "@/components/form";
import { Icon } from "@/components/icon";
import { notifyDone } from "@/components/notify";
import { SubmitButton } from "@/components/submit-button";
import { Table } from "@/components/table";
import classes from "./import.module.css";
import { PreviewStep } from "./preview-step";

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

/** Cells that an import has left out, with the reasons. */
function ImportReport({ report, onClose }: { report: TableImport; onClose: () => void }) {
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

const ACCEPT = ".csv,.tsv,.txt,.xlsx,.xlsm,text/csv";

type SourceStepProps = { onFile: (file: File) => void; onCancel: () => void };

/** A file, chosen or dropped, or rows that are pasted. */
function SourceStep({ onFile, onCancel }: SourceStepProps) {
  const { t } = useTranslation("tables");
  const common = useTranslation().t;
  const [text, setText] = useState("");
  return (
    <Form
      className={classes.step}
      noValidate
      onSubmit={() => text.trim() !== "" && onFile(pastedFile(text, t("import.pasted")))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = droppedFiles(event.dataTransfer);
        if (file) onFile(file);
      }}
    >
      <Group gap="sm">
        <FileButton accept={ACCEPT} onChange={(file) => file && onFile(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="file-import" />}>
              {t("import.choose")}
            </Button>
          )}
        </FileButton>
        <span className={classes.help}>{t("import.kinds")}</span>
      </Group>
      <Textarea
        label={t("import.paste")}
        description={t("import.pasteHelp")}
        {...autosize(5, 12)}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {common("action.cancel")}
        </Button>
        <SubmitButton disabled={text.trim() === ""}>{t("import.show")}</SubmitButton>
      </Group>
    </Form>
  );
}

const pastedFile = (text: string, name: string) => new File([text], name, { type: "text/plain" });
