import { useCallback } from "react";
import { useToolTypes } from "@/api/tools";
import { useLocalText } from "@/i18n/local-text";

const BUILTIN = "system:";

/** The shown name of a tool: a built-in one has a name in each language, another is called as its owner called it. Empty until that is known. */
export function useToolTitle(): (toolId: string, stored: string) => string {
  const { data: types, isPending } = useToolTypes();
  const local = useLocalText();
  return useCallback(
    (toolId, stored) => {
      const builtin = types?.find(({ kind, type }) => kind === "builtin" && type === toolId);
      if (isPending && toolId.startsWith(BUILTIN)) return "";
      return builtin ? local(builtin.title) : stored;
    },
    [types, isPending, local],
  );
}
