/** One of the tables that the person may use. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSharedName } from "@/api/sharing";
import { useTables } from "@/api/tables";
import { type ControlProps, inputProps } from "../control";

export function DataTableControl({ value, onChange, ...props }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  const sharedName = useSharedName();
  const stored = useTables().data;
  const options = (stored ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (value && stored && !options.some((option) => option.value === value))
    options.push({ value, label: sharedName(value) ?? t("missingCredential") });
  return (
    <Select
      {...inputProps(props)}
      data={options}
      value={value || null}
      placeholder={t("noTable")}
      nothingFoundMessage={t("noTables")}
      searchable={options.length > 6}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}
