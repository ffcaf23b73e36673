import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { changeLook, writeNote } from "@/commands/frame-edits";
import { LABELS } from "@/commands/labels";
import { switchTrigger } from "@/commands/trigger-edits";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { useLocalText } from "@/i18n/local-text";
import { useDocument, useDocumentStore } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import type { CanvasContextValue } from "./canvas-context";
import { useLookups } from "./use-lookups";

/** Shared data of the editor's cards. */
export function useCanvasValue(): CanvasContextValue {
  const types = useNodeTypeIndex();
  const lookups = useLookups();
  const local = useLocalText();
  const { t } = useTranslation("canvas");
  const store = useDocumentStore();
  const workflowId = useDocument((state) => state.workflowId);
  const readOnly = useDocument((state) => state.readOnly);
  return useMemo(
    () => ({
      types,
      lookups,
      local,
      t,
      editable: !readOnly,
      workflowId,
      switchTrigger: (key, enabled) => switchTrigger(store, key, enabled),
      addAfter: (source, anchor) =>
        useUi.getState().set({ adding: { kind: "port", source, screen: beside(anchor) } }),
      addInEdge: (edgeId, anchor) =>
        useUi.getState().set({ adding: { kind: "edge", edgeId, screen: beside(anchor) } }),
      addInside: (parent, anchor) =>
        useUi.getState().set({ adding: { kind: "inside", parent, screen: beside(anchor) } }),
      fold: (key, collapsed) => changeLook(store, key, { collapsed }, LABELS.fold),
      resize: (key, size) => changeLook(store, key, size, LABELS.resize),
      write: (key, text) => writeNote(store, key, text),
    }),
    [types, lookups, local, t, readOnly, workflowId, store],
  );
}

function beside(anchor: Element): { x: number; y: number } {
  const box = anchor.getBoundingClientRect();
  return { x: box.right + 8, y: box.top - 8 };
}
