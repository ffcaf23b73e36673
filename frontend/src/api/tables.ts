/** Tables: the server's calls, and cached reads for components. */

import { useQuery } from "@tanstack/react-query";
import { dataOf, done, http } from "@/api/http";
import type { components } from "@/api/schema.gen";
import type { JsonObject } from "@/api/types";

type Schemas = components["schemas"];
export type DataTable = Schemas["DataTable"];
export type TableColumn = Schemas["Column"];
export type ColumnType = TableColumn["type"];
export type TableDraft = Schemas["DataTableCreate"];
export type TableChange = Schemas["DataTableChange"];
export type TableUses = Schemas["TableUses"];
export type ColumnsChange = Schemas["ColumnsChange"];
/** Fields of a row besides its cells, which are under the keys of their columns. */
export type DataRow = JsonObject & { id: number; created_at: string; updated_at: string };
export type RowPage = { rows: DataRow[]; total: number; has_more: boolean };
export type RowChange = { id: number; cells: JsonObject };
export type RowQuery = { search: string; sort: string; where: string };

type Signal = AbortSignal | undefined;
const of = (id: string) => ({ path: { table_id: id } });
const rowsOf = ({ rows }: { rows: JsonObject[] }) => rows as DataRow[];

export const tables = {
  list: (signal?: Signal) => dataOf<DataTable[]>(() => http.GET("/api/tables/", { signal })),
  get: (id: string, signal?: Signal) =>
    dataOf<DataTable>(() => http.GET("/api/tables/{table_id}/", { params: of(id), signal })),
  create: (body: TableDraft) => dataOf<DataTable>(() => http.POST("/api/tables/", { body })),
  update: (id: string, body: TableChange) =>
    dataOf<DataTable>(() => http.PATCH("/api/tables/{table_id}/", { params: of(id), body })),
  remove: (id: string) => done(() => http.DELETE("/api/tables/{table_id}/", { params: of(id) })),
  uses: (id: string, signal?: Signal) =>
    dataOf<TableUses>(() => http.GET("/api/tables/{table_id}/uses/", { params: of(id), signal })),
  setColumns: (id: string, body: ColumnsChange) =>
    dataOf<DataTable>(() => http.PUT("/api/tables/{table_id}/columns/", { params: of(id), body })),
  rows: (id: string, query: RowQuery & { offset: number; limit: number }, signal?: Signal) =>
    dataOf<RowPage>(
      () =>
        http.GET("/api/tables/{table_id}/rows/", { params: { ...of(id), query }, signal }) as Promise<{
          data?: RowPage;
          response: Response;
        }>,
    ),
  insert: async (id: string, rows: JsonObject[]) =>
    rowsOf(await dataOf(() => http.POST("/api/tables/{table_id}/rows/", { params: of(id), body: { rows } }))),
  change: async (id: string, rows: RowChange[]) =>
    rowsOf(
      await dataOf(() => http.PATCH("/api/tables/{table_id}/rows/", { params: of(id), body: { rows } })),
    ),
  removeRows: (id: string, ids: number[]) =>
    done(() => http.POST("/api/tables/{table_id}/rows/delete/", { params: of(id), body: { ids } })),
  importFile: (id: string, file: File) => {
    const form = new FormData();
    form.set("file", file);
    return dataOf(() =>
      http.POST("/api/tables/{table_id}/rows.csv", {
        params: of(id),
        body: { file: file.name },
        bodySerializer: () => form,
      }),
    );
  },
};

/** Download address of a table's rows. */
export const exportAddress = (id: string) => `/api/tables/${id}/rows.csv`;

export const tableKeys = {
  all: ["tables"],
  table: (id: string) => ["tables", id],
  rows: (id: string) => ["tables", id, "rows"],
  uses: (id: string) => ["tables", id, "uses"],
} as const;

export function useTables() {
  return useQuery({ queryKey: tableKeys.all, queryFn: ({ signal }) => tables.list(signal) });
}

export function useTable(id: string) {
  return useQuery({ queryKey: tableKeys.table(id), queryFn: ({ signal }) => tables.get(id, signal) });
}

export function useTableUses(id: string) {
  return useQuery({ queryKey: tableKeys.uses(id), queryFn: ({ signal }) => tables.uses(id, signal) });
}
