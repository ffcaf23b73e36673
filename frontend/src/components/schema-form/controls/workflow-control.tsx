import { Autocomplete } from "@mantine/core";
import { useWorkflows } from "@/api/workflows";
import { type ControlProps, inputProps } from "../control";

/** Another workflow by its short name; those that can be seen are offered. */
export function WorkflowControl({ value, onChange, ...props }: ControlProps<string>) {
  const rows = useWorkflows().data?.pages[0]?.results ?? [];
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
