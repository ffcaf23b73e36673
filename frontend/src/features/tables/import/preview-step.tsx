import { Button, Group, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type DataTable,
  type FileChoices,
  importFile,
  previewFile,
  type TableImport,
  type TablePreview,
} from "@/api/tables";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import { ColumnTable } from "./column-table";
import { FileChoiceFields } from "./file-choice-fields";
import classes from "./import.module.css";
import { MAX_COLUMNS, type Mapping, mappingProblem, proposedMapping } from "./mapping";

type Props = {
  table: DataTable | null;
  file: File;
  onOther: () => void;
  onImported: (report: TableImport) => void;
};

/** Preview of a file: its reading, its rows, and the columns they go to. */
export function PreviewStep({ table, file, onOther, onImported }: Props) {
  const { t } = useTranslation("tables");
  const [choices, setChoices] = useState<FileChoices>({});
  const frame = useRef<HTMLDivElement>(null);
  // The field that had the focus is gone.
  useEffect(() => frame.current?.focus(), []);
  const preview = useQuery({
    queryKey: ["table-preview", file.name, file.size, file.lastModified, choices],
    queryFn: () => previewFile(file, choices),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const found = preview.data;
  return (
    <div ref={frame} tabIndex={-1} className={classes.step}>
      <Group gap="sm">
        <strong className={classes.file}>{file.name}</strong>
        <Button variant="subtle" size="xs" onClick={onOther}>
          {t("import.other")}
        </Button>
      </Group>
      <FileChoiceFields preview={found} choices={choices} onChange={setChoices} />
      <FormError error={preview.error} />
      {found && !preview.error && (
        <ImportForm
          // Another reading of the file has other columns.
          key={JSON.stringify([found.separator, found.encoding, found.sheet, found.has_header])}
          table={table}
          file={file}
          choices={choices}
          preview={found}
          onImported={onImported}
        />
      )}
    </div>
  );
}

type FormProps = Pick<Props, "table" | "file" | "onImported"> & {
  choices: FileChoices;
  preview: TablePreview;
};

function ImportForm({ table, file, choices, preview, onImported }: FormProps) {
  const { t } = useTranslation("tables");
  const [name, setName] = useState(file.name.replace(/\.[^.]{1,5}$/, "").slice(0, 100));
  const [mapping, setMapping] = useState<Mapping>(() => proposedMapping(preview, table));
  const { separator, has_header } = preview;
  const save = useSave(
    () =>
      importFile(
        { file, choices: { ...choices, ...(separator && { separator }), has_header }, columns: mapping },
        table ?? { name: name.trim() },
      ),
    { refreshes: ["/api/tables/*"], inPlace: true, onSuccess: onImported },
  );
  const wrong = mappingProblem(mapping, table?.columns ?? []);
  if (preview.rows.length === 0) return <p className={classes.help}>{t("import.noRows")}</p>;
  const count = preview.row_count;
  return (
    <form
      className={classes.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong) save.mutate();
      }}
    >
      {!table && (
        <TextInput
          label={t("name")}
          maxLength={100}
          error={name.trim() === "" ? t("nameMissing") : null}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <ColumnTable table={table} preview={preview} mapping={mapping} onChange={setMapping} />
      {wrong && (
        <p className={classes.problem} role="alert">
          {t(`import.${wrong.problem}`, { ...wrong, most: MAX_COLUMNS })}
        </p>
      )}
      <FormError error={save.error} />
      <Group justify="flex-end">
        <SubmitButton loading={save.isPending} disabled={wrong !== null || (!table && name.trim() === "")}>
          {count === null ? t("import.submitAll") : t("import.submit", { count })}
        </SubmitButton>
      </Group>
    </form>
  );
}
