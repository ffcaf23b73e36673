import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useProviders } from "@/api/settings";
import type { Provider } from "@/api/types";
import type { Editor } from "@/commands/editor-context";
import { CanvasHandle } from "@/components/canvas/canvas-handle";
import { newNodeConfig } from "@/document/new-node-config";
import { nodeList } from "@/document/types";
import { notifyHint } from "@/features/editor/notify-hint";
import type { RunActions } from "@/features/editor/runbar/use-run-actions";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { localText } from "@/i18n/local-text";
import { openCommandPalette } from "@/stores/command-palette-store";
import type { DocumentStore } from "@/stores/document-store";
import type { RunStore } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";

type Parts = {
  document: DocumentStore;
  run: RunStore;
  actions: RunActions;
};

const NO_PROVIDERS: Provider[] = [];

/** The object that commands work on. It stays the same; what it reads is always current. */
export function useEditorObject(parts: Parts): Editor {
  const types = useNodeTypeIndex();
  const { i18n } = useTranslation();
  const { language } = i18n;
  const providers = useProviders().data ?? NO_PROVIDERS;
  const latest = useRef({ ...parts, language, providers } as const);
  useLayoutEffect(() => {
    latest.current = { ...parts, language, providers };
  });
  useLayoutEffect(() => parts.document.setState({ types }), [parts.document, types]);
  useLayoutEffect(() => {
    useUi.getState().openWorkflow(parts.document.getState().workflowId);
    return () => useUi.getState().reset();
  }, [parts.document]);
  const [editor] = useState<Editor>(() => ({
    document: parts.document,
    run: parts.run,
    canvas: new CanvasHandle(),
    get types() {
      return parts.document.getState().types;
    },
    get language() {
      return latest.current.language;
    },
    newConfig: (type) => newNodeConfig(type, latest.current.providers, nodeList(parts.document.getState())),
    notify: (message) => notifyHint(localText(message)),
    startRun: () => latest.current.actions.startAgain(),
    startRunUntil: (key) => latest.current.actions.startAgain(key),
    startRunFrom: (key) => void latest.current.actions.startFrom(key),
    showPastRun: (id) => void latest.current.actions.showPast(id),
    cancelRun: () => latest.current.actions.cancel(),
    clearRun: () => latest.current.actions.clear(),
    openPalette: openCommandPalette,
  }));
  return editor;
}
