import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useWorkflow, useWorkflows } from "@/api/workflows";

type Props = {
  value: string | null;
  onChange: (id: string | null) => void;
  placeholder?: string;
  /** Shown above it, where it is a field of a form. */
  label?: string;
};

const SEARCH_DELAY_MS = 200;

/** Choose a workflow by typing a part of its name; the server searches. */
export function WorkflowSelect({ value, onChange, placeholder, label }: Props) {
  const { t } = useTranslation("runs");
  const [search, setSearch] = useState("");
  const chosen = useWorkflow(value ?? "", value !== null).data;
  const isTyping = search !== "" && search !== chosen?.name;
  const [wanted] = useDebouncedValue(isTyping ? search : "", SEARCH_DELAY_MS);
  const found = useWorkflows({ search: wanted }).data?.pages[0]?.results ?? [];
  const listed = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      {...(label
        ? { label, openOnFocus: false, comboboxProps: { withinPortal: false } }
        : { "aria-label": t("filter.workflow"), w: 240 })}
      placeholder={placeholder ?? t("filter.anyWorkflow")}
      nothingFoundMessage={t("filter.noWorkflow")}
      searchable
      clearable
      value={chosen ? value : null}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      // The server has searched already, also in descriptions.
      filter={({ options }) => options}
      data={listed.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
