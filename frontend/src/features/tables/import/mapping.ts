/** Columns of a table for those of a file. Pure. */

import type { DataTable, TableColumn, TablePreview } from "@/api/tables";

/** The column of the table for a place of the file; null leaves the place out. */
export type Target = TableColumn | null;
export type Mapping = readonly Target[];
export type MappingProblem = { problem: "none" | "tooMany" } | { problem: "twice"; name: string };

/** Limit of a table, set by the server. */
export const MAX_COLUMNS = 50;

/** Columns of a file to those of the table: by name, or by their place without names; else to new ones, where allowed. */
export function proposedMapping({ columns, has_header }: TablePreview, table: DataTable | null): Mapping {
  const known = table?.columns ?? [];
  const taken = new Set<string>();
  return columns.map((column, at) => {
    const isSame = ({ key, name }: TableColumn) =>
      !taken.has(key) && (key === column.key || sameName(name, column.name));
    const found = has_header ? known.find(isSame) : known[at];
    if (found) taken.add(found.key);
    return found ?? (table && !table.may_change ? null : newColumn(column, known));
  });
}

/** The proposed column under a key and a name that the table does not have. */
export function newColumn(column: TableColumn, known: readonly TableColumn[]): TableColumn {
  const isTaken = (key: string, name: string) =>
    known.some((one) => one.key === key || sameName(one.name, name));
  let [key, name] = [column.key, column.name];
  for (let count = 2; isTaken(key, name); count += 1) {
    key = `${column.key}_${count}`;
    name = `${column.name} ${count}`;
  }
  return { ...column, key, name };
}

/** The reason a mapping cannot be imported; null for none. */
export function mappingProblem(mapping: Mapping, known: readonly TableColumn[]): MappingProblem | null {
  const targets = mapping.filter((one) => one !== null);
  if (targets.length === 0) return { problem: "none" };
  const keys = new Set(targets.map(({ key }) => key));
  const twice = targets.find((one, at) => targets.findIndex(({ key }) => key === one.key) < at);
  if (twice) return { problem: "twice", name: twice.name };
  return new Set([...keys, ...known.map(({ key }) => key)]).size > MAX_COLUMNS
    ? { problem: "tooMany" }
    : null;
}

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
