import { useCallback } from "react";
import { useToolTypes } from "@/api/queries/tools";
import { useLocalText } from "@/i18n/local-text";

/** The shown name of a tool: a built-in one has a name in each language, another is called as its owner called it. */
export function useToolTitle(): (toolId: string, stored: string) => string {
  const types = useToolTypes().data;
  const local = useLocalText();
  return useCallback(
    (toolId, stored) => {
      const builtin = types?.find(({ kind, type }) => kind === "builtin" && type === toolId);
      return builtin ? local(builtin.title) : stored;
    },
    [types, local],
  );
}
