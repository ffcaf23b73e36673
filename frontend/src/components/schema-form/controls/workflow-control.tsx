import { Autocomplete } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import { type ControlProps, inputProps } from "../control";

/** Another workflow by its short name; those that can be seen are offered. */
export function WorkflowControl({ value, onChange, ...props }: ControlProps<string>) {
  const workflows = useQuery({
    queryKey: queryKeys.workflowChoices,
    queryFn: () => api.workflows.list({}),
  });
  const rows = workflows.data?.results ?? [];
  const names = new Map(rows.map(({ slug, name }) => [slug, name]));
  return (
    <Autocomplete
      {...inputProps(props)}
      value={value ?? ""}
      data={rows.map(({ slug }) => slug)}
      renderOption={({ option }) => `${names.get(option.value) ?? ""} (${option.value})`}
      limit={20}
      onChange={onChange}
    />
  );
}
