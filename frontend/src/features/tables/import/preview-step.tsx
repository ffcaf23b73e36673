import { Button, Group, Select, Switch, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import * as limits from "@/api/limits.gen";
import {
  type DataTable,
  type FileChoices,
  importFile,
  previewFile,
  type TableImport,
  type TablePreview,
} from "@/api/tables";
import { Form } from "@/components/form";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import { ColumnTable } from "./column-table";
import classes from "./import.module.css";
import { MAX_COLUMNS, type Mapping, mappingProblem, proposedMapping } from "./mapping";

const SEPARATORS = ["comma", "semicolon", "tab", "pipe"] as const;
const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16": "UTF-16",
  gb18030: "GB18030 (GBK)",
  "windows-1252": "Windows-1252",
};

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
      <FormError hasNoFields error={preview.error} />
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
  const [name, setName] = useState(
    file.name.replace(/\.[^.]{1,5}$/, "").slice(0, limits.NewTableImportRequest.name),
  );
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
    <Form className={classes.step} noValidate onSubmit={() => !wrong && save.mutate()}>
      {!table && (
        <TextInput
          label={t("name")}
          maxLength={limits.NewTableImportRequest.name}
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
    </Form>
  );
}

type FieldProps = {
  /** Undefined before the first one, or for a file that cannot be read as it was chosen. */
  preview: TablePreview | undefined;
  choices: FileChoices;
  onChange: (choices: FileChoices) => void;
};

/** Reading of a file: detected, and changeable. */
function FileChoiceFields({ preview, choices, onChange }: FieldProps) {
  const { t } = useTranslation("tables");
  const isExcel = preview !== undefined && preview.encoding === null;
  const choose =
    <Name extends keyof FileChoices>(name: Name) =>
    (value: string | null) =>
      value !== null && onChange({ ...choices, has_header: undefined, [name]: value as FileChoices[Name] });
  return (
    <Group gap="sm" align="flex-end">
      {isExcel ? (
        <Select
          className={classes.choice}
          label={t("import.sheet")}
          data={preview.sheets}
          value={preview.sheet}
          onChange={choose("sheet")}
        />
      ) : (
        <>
          <Select
            className={classes.choice}
            label={t("import.separator")}
            data={SEPARATORS.map((value) => ({ value, label: t(`import.separators.${value}`) }))}
            value={choices.separator ?? preview?.separator ?? null}
            onChange={choose("separator")}
          />
          <Select
            className={classes.choice}
            label={t("import.encoding")}
            data={Object.entries(ENCODINGS).map(([value, label]) => ({ value, label }))}
            value={choices.encoding ?? preview?.encoding ?? null}
            onChange={choose("encoding")}
          />
        </>
      )}
      <Switch
        label={t("import.header")}
        checked={choices.has_header ?? preview?.has_header ?? true}
        onChange={(event) => onChange({ ...choices, has_header: event.currentTarget.checked })}
      />
    </Group>
  );
}
