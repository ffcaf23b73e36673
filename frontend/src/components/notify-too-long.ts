import i18next from "i18next";
import { MAX_CHARACTERS } from "@/lib/long-pastes";
import { notifyFailed } from "./notify";

/** Explains why a text was not taken. */
export function notifyTooLong(length: number): void {
  const values = { length, limit: MAX_CHARACTERS };
  notifyFailed({ title: i18next.t("textTooLong.title"), text: i18next.t("textTooLong.text", values) });
}
