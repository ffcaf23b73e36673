import i18next from "i18next";
import { currentLanguage } from "@/i18n";
import { formatBytes } from "@/i18n/format";
import { notifyFailed } from "./notify";

/** True, with a notice, if a file exceeds the limit. A much larger one would freeze the page. */
export function refuseLargeFile(file: File, maxBytes: number): boolean {
  if (file.size <= maxBytes) return false;
  const [size, limit] = [file.size, maxBytes].map((bytes) => formatBytes(bytes, currentLanguage()));
  notifyFailed({
    title: i18next.t("fileTooLarge.title"),
    text: i18next.t("fileTooLarge.text", { size, limit }),
  });
  return true;
}
