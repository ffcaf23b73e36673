/** Tables, their columns and their rows. */

import { server } from "@/api/cache";
import { ask, at, withParts } from "@/api/http";
import type { components } from "@/api/schema.gen";
import type { JsonObject } from "@/api/types";

export type { CellProblem, ColumnsChange, DataTable, TableImport, TableUses } from "@/api/schema.gen";

type Schemas = components["schemas"];
export type TableColumn = Schemas["Column"];
export type ColumnType = TableColumn["type"];
export type TablePreview = Schemas["TablePreview"];
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

/** Choices of a person for reading a file; omitted ones are detected. */
export type FileChoices = {
  encoding?: NonNullable<TablePreview["encoding"]>;
  separator?: NonNullable<TablePreview["separator"]>;
  sheet?: string;
  has_header?: boolean;
};
/** Read of a text for its preview, in bytes; a sheet of Excel cannot be read without its end. */
const PREVIEW_BYTES = 256 * 1024;
const isExcel = ({ name }: File) => /\.xls[xm]?$/i.test(name);

export function previewFile(file: File, choices: FileChoices) {
  const part = isExcel(file) ? file : new File([file.slice(0, PREVIEW_BYTES)], file.name);
  const parts = withParts({ file: part, ...texts(choices) });
  return ask("post", "/api/tables/preview/", { body: { file: file.name }, ...parts });
}

/** Store the rows of a file; `columns` has one for each place of a row, null to leave the place out. */
export type FileImport = {
  file: File;
  choices: FileChoices & { has_header: boolean };
  columns: readonly (TableColumn | null)[];
};

export function importFile({ file, choices, columns }: FileImport, into: { id: string } | { name: string }) {
  const body = { file: file.name, has_header: choices.has_header, columns: JSON.stringify(columns) };
  const fields = { file, columns: body.columns, ...texts(choices) };
  if ("id" in into) {
    return ask("post", "/api/tables/{table_id}/import/", { ...of(into.id), body, ...withParts(fields) });
  }
  const { name } = into;
  return ask("post", "/api/tables/import/", { body: { ...body, name }, ...withParts({ ...fields, name }) });
}

const texts = (choices: FileChoices): Record<string, string> =>
  Object.fromEntries(
    Object.entries(choices)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
