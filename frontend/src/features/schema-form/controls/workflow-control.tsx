import { Autocomplete } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { ControlProps } from "../control";

/** Another workflow by its short name; those that can be seen are offered. */
export function WorkflowControl({
  id,
  value,
  onChange,
  placeholder,
  invalid,
  context,
}: ControlProps<string>) {
  const workflows = useQuery({
    queryKey: queryKeys.workflowChoices,
    queryFn: () => api.workflows.list({}),
  });
  const rows = workflows.data?.results ?? [];
  const names = new Map(rows.map(({ slug, name }) => [slug, name]));
  return (
    <Autocomplete
      id={id}
      value={value ?? ""}
      data={rows.map(({ slug }) => slug)}
      renderOption={({ option }) => `${names.get(option.value) ?? ""} (${option.value})`}
      limit={20}
      placeholder={placeholder}
      error={invalid}
      disabled={context.readOnly}
      onChange={onChange}
    />
  );
}
