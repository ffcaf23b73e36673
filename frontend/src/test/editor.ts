/** An editor for tests: real stores, an undrawn canvas, and a record of its notices. */

import type { Editor } from "@/commands/editor-context";
import { CanvasHandle } from "@/components/canvas/canvas-handle";
import type { GraphDocument } from "@/document/types";
import { localText } from "@/i18n/local-text";
import { createDocumentStore } from "@/stores/document-store";
import { createRunStore } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";
import { NODE_TYPES, toLists } from "./documents";

export type FakeEditor = Editor & { notices: string[]; asked: string[] };

export function openTestEditor(document: GraphDocument, options: { readOnly?: boolean } = {}): FakeEditor {
  const store = createDocumentStore();
  store.setState({ types: NODE_TYPES });
  store.getState().load("w1", { ...toLists(document), revision: 1, problems: [] }, options);
  useUi.setState(useUi.getInitialState(), true);
  const notices: string[] = [];
  const asked: string[] = [];
  return {
    document: store,
    run: createRunStore({
      follow: () => ({ close: () => {} }),
      getRun: () => Promise.reject(new Error("no runs")),
      getNode: () => Promise.reject(new Error("no runs")),
    }),
    canvas: new CanvasHandle(),
    types: NODE_TYPES,
    language: "en",
    notify: (text) => notices.push(localText(text)),
    startRun: () => asked.push("run"),
    startRunUntil: () => asked.push("run until"),
    startRunFrom: () => asked.push("run from"),
    showPastRun: (id) => asked.push(`show ${id}`),
    cancelRun: () => asked.push("cancel"),
    clearRun: () => asked.push("clear"),
    newConfig: () => ({}),
    openPalette: () => asked.push("palette"),
    notices,
    asked,
  };
}
