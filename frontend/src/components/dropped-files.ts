import i18next from "i18next";
import { notifyFailed } from "./notify";

/** What was dropped, without folders; says that they are left out. Browsers hand a folder over as a file that nobody can read. */
export function droppedFiles({ items, files }: DataTransfer): File[] {
  const entries = [...items].map((item) => (item.kind === "file" ? item.webkitGetAsEntry() : null));
  const folders = new Set(entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : [])));
  if (folders.size === 0) return [...files];
  notifyFailed({ title: i18next.t("folderDropped.title"), text: i18next.t("folderDropped.text") });
  return [...files].filter(({ name }) => !folders.has(name));
}
