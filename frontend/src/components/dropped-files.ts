import i18next from "i18next";
import { notifyFailed } from "./notify";

/** Dropped files without folders, which are reported. Browsers pass a folder as an unreadable file. */
export function droppedFiles({ items, files }: DataTransfer): File[] {
  const entries = [...items].map((item) => (item.kind === "file" ? item.webkitGetAsEntry() : null));
  const folders = new Set(entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : [])));
  if (folders.size === 0) return [...files];
  notifyFailed({ title: i18next.t("folderDropped.title"), text: i18next.t("folderDropped.text") });
  return [...files].filter(({ name }) => !folders.has(name));
}
