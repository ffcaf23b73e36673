import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";
import { type ColumnsChange, type DataTable, tableKeys, tables } from "@/api/tables";
import { isRecord } from "@/lib/json";

export type LostValues = { key: string; name: string; count: number; examples: string[] };

/** Replaces the columns of a table; `lost` is what the server wants confirmed before it does. */
export function useColumns(table: DataTable, onSaved: () => void) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (change: ColumnsChange) => tables.setColumns(table.id, change),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: tableKeys.all });
      onSaved();
    },
  });
  return { save, lost: lostBy(save.error) };
}

function lostBy(error: unknown): LostValues[] | null {
  if (!(error instanceof ApiError) || error.code !== "values_would_be_lost") return null;
  const { columns } = error.data as { columns?: unknown };
  return Array.isArray(columns) ? columns.filter(isRecord).map((one) => one as LostValues) : [];
}
