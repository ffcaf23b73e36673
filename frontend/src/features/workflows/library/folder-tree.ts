import type { Library } from "@/api/types";

export type FolderRow = {
  path: string;
  name: string;
  /** 0 at the top. */
  level: number;
  /** Number of workflows in it and in the folders below. */
  count: number;
};

/** Rows of a tree, parents before children; folders that hold folders only are among them. */
export function folderTree(folders: Library["folders"]): FolderRow[] {
  const counts = new Map<string, number>();
  for (const { name: path, count } of folders) {
    const names = path.split("/");
    for (let level = 1; level <= names.length; level += 1) {
      const above = names.slice(0, level).join("/");
      counts.set(above, (counts.get(above) ?? 0) + count);
    }
  }
  return [...counts]
    .map(([path, count]) => ({ path, names: path.split("/"), count }))
    .sort((a, b) => compareNames(a.names, b.names))
    .map(({ path, names, count }) => ({ path, name: names.at(-1) ?? "", level: names.length - 1, count }));
}

/** The folders at the top, and those beside and below the open one and what it is in. */
export function openRows(rows: readonly FolderRow[], open: string): FolderRow[] {
  return rows.filter(({ path, level }) => {
    const above = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    return level === 0 || `${open}/`.startsWith(`${above}/`);
  });
}

function compareNames(one: string[], other: string[]): number {
  for (const [level, name] of one.entries()) {
    const beside = other[level];
    if (beside === undefined) return 1;
    const order = name.localeCompare(beside) || (name < beside ? -1 : Number(name > beside));
    if (order !== 0) return order;
  }
  return one.length - other.length;
}
