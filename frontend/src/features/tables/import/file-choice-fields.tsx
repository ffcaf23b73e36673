import { Group, Select, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FileChoices, TablePreview } from "@/api/tables";
import classes from "./import.module.css";

const SEPARATORS = ["comma", "semicolon", "tab", "pipe"] as const;
const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16": "UTF-16",
  gb18030: "GB18030 (GBK)",
  "windows-1252": "Windows-1252",
};

type Props = {
  /** Undefined before the first one, or for a file that cannot be read as it was chosen. */
  preview: TablePreview | undefined;
  choices: FileChoices;
  onChange: (choices: FileChoices) => void;
};

/** Reading of a file: detected, and changeable. */
export function FileChoiceFields({ preview, choices, onChange }: Props) {
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
