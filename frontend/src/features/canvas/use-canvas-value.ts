import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNodeTypeIndex } from "@/features/editor/use-node-type-index";
import { useLocalText } from "@/i18n/local-text";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import type { CanvasContextValue } from "./canvas-context";
import { useLookups } from "./use-lookups";

/** What the cards of the editor share. */
export function useCanvasValue(): CanvasContextValue {
  const types = useNodeTypeIndex();
  const lookups = useLookups();
  const local = useLocalText();
  const { t } = useTranslation("canvas");
  const readOnly = useDocument((state) => state.readOnly);
  return useMemo(
    () => ({
      types,
      lookups,
      local,
      t,
      editable: !readOnly,
      addAfter: (source, anchor) =>
        useUi.getState().set({ adding: { kind: "port", source, screen: beside(anchor) } }),
      addInEdge: (edgeId, anchor) =>
        useUi.getState().set({ adding: { kind: "edge", edgeId, screen: beside(anchor) } }),
    }),
    [types, lookups, local, t, readOnly],
  );
}

function beside(anchor: Element): { x: number; y: number } {
  const box = anchor.getBoundingClientRect();
  return { x: box.right + 8, y: box.top - 8 };
}
