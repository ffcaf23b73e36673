/** Tables, their columns and their rows. */

import { server } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { components } from "@/api/schema.gen";
import type { JsonObject } from "@/api/types";

export type { ColumnsChange, DataTable, TableUses } from "@/api/schema.gen";

type Schemas = components["schemas"];
export type TableColumn = Schemas["Column"];
export type ColumnType = TableColumn["type"];
export type TableChange = Schemas["DataTableChange"];
/** A row: its metadata, and its cells under the keys of their columns. */
export type DataRow = JsonObject & { id: number; created_at: string; updated_at: string };
export type RowPage = { rows: DataRow[]; total: number; has_more: boolean };
export type RowChange = { id: number; cells: JsonObject };
export type RowQuery = { search: string; sort: string; where: string };

const ROWS = "/api/tables/{table_id}/rows/";
const of = (id: string) => at({ table_id: id });

export async function insertRows(id: string, rows: JsonObject[]): Promise<DataRow[]> {
  return (await ask("post", ROWS, { ...of(id), body: { rows } })).rows as DataRow[];
}

export const changeRows = (id: string, rows: RowChange[]) =>
  ask("patch", ROWS, { ...of(id), body: { rows } });

export const removeRows = (id: string, rows: readonly DataRow[]) =>
  ask("post", "/api/tables/{table_id}/rows/delete/", { ...of(id), body: { ids: rows.map((row) => row.id) } });

/** One part of the rows that fit. */
export const rowsQuery = (id: string, query: RowQuery & { offset: number; limit: number }) =>
  server.queryOptions("get", ROWS, at({ table_id: id }, query), { select: (page) => page as RowPage });

/** Download address of a table's rows. */
export const exportAddress = (id: string) => `/api/tables/${id}/rows.csv`;

export const useTables = () => server.useQuery("get", "/api/tables/");

export const useTable = (id: string) => server.useQuery("get", "/api/tables/{table_id}/", of(id));

export const useTableUses = (id: string) => server.useQuery("get", "/api/tables/{table_id}/uses/", of(id));
