import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { LocalText } from "@/api/types";

/** Pick the interface language out of a text that the server sends in both. */
export function useLocalText(): (text: LocalText) => string {
  const { i18n } = useTranslation();
  const isChinese = i18n.language === "zh";
  return useCallback((text) => (isChinese ? text.zh || text.en : text.en || text.zh), [isChinese]);
}
