/** The open editor: makes the stores, keeps them saved, and lays out the frame. */

import { useEffect, useState } from "react";
import { RUN_CALLS } from "@/api/run-calls";
import type { Graph, WorkflowSummary } from "@/api/types";
import { rememberCopied } from "@/commands/clipboard";
import { canEdit } from "@/commands/conditions";
import { type Editor, EditorContext } from "@/commands/editor-context";
import { copySelection, pasteText, removeSelection } from "@/commands/edits";
import { isTyping } from "@/commands/keys";
import { LABELS } from "@/commands/labels";
import { useCommentCounts, useReadCommentsAgain } from "@/features/editor/comments/use-comments";
import { EditorFrame } from "@/features/editor/editor-frame";
import { notifyUndoable } from "@/features/editor/notify-hint";
import { useRestoredRun } from "@/features/editor/runbar/use-restored-run";
import { useRunActions } from "@/features/editor/runbar/use-run-actions";
import { useAutosave } from "@/features/editor/use-autosave";
import { useCollaboration } from "@/features/editor/use-collaboration";
import { isVersionShown, useCommandKeys } from "@/features/editor/use-command-keys";
import { useEditorObject } from "@/features/editor/use-editor-object";
import { useFirstName } from "@/features/editor/use-first-name";
import { useNodeOfAddress } from "@/features/editor/use-node-of-address";
import { localText } from "@/i18n/local-text";
import { CommentStoreContext } from "@/stores/comment-store";
import { createDocumentStore, type DocumentStore, DocumentStoreContext } from "@/stores/document-store";
import { createPresenceStore, PresenceStoreContext } from "@/stores/presence-store";
import { createRunStore, RunStoreContext } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";

const SLIPS = ["remove", "cut", "paste", "duplicate", "bypass", "layout"] as const;

type Props = { workflow: WorkflowSummary; graph: Graph };

export function OpenEditor({ workflow, graph }: Props) {
  const { id } = workflow;
  const isViewer = workflow.role === "viewer";
  const [document] = useState(() => {
    const store = createDocumentStore();
    store.getState().load(id, graph, { readOnly: isViewer });
    return store;
  });
  const [run] = useState(() => createRunStore(RUN_CALLS));
  const [presence] = useState(createPresenceStore);
  const autosave = useAutosave(document, presence);
  const actions = useRunActions({ document, run, autosave, isViewer });
  const editor = useEditorObject({ document, run, actions });
  const comments = useCommentCounts(id);
  useCollaboration(document, editor, presence, { onComments: useReadCommentsAgain(id) });
  useRestoredRun(id, run);
  useNodeOfAddress(editor);
  useCommandKeys(editor);
  useClipboardEvents(editor);
  useUndoNotices(document);
  useFirstName(document, workflow);
  return (
    <DocumentStoreContext value={document}>
      <RunStoreContext value={run}>
        <PresenceStoreContext value={presence}>
          <CommentStoreContext value={comments}>
            <EditorContext value={editor}>
              <EditorFrame workflow={workflow} actions={actions} autosave={autosave} />
            </EditorContext>
          </CommentStoreContext>
        </PresenceStoreContext>
      </RunStoreContext>
    </DocumentStoreContext>
  );
}

/** Ctrl+C, X and V through the browser's own events: they reach the system clipboard without asking for a right. */
function useClipboardEvents(editor: Editor): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent): boolean => {
      if (isTyping(event.target) || hasSelectedText() || isVersionShown()) return false;
      const text = copySelection(editor);
      if (text === null) return false;
      event.clipboardData?.setData("text/plain", text);
      rememberCopied(text);
      event.preventDefault();
      return true;
    };
    const cut = (event: ClipboardEvent) => {
      if (canEdit(editor) && editor.canvas.hasFocus() && copy(event)) removeSelection(editor, LABELS.cut);
    };
    const paste = (event: ClipboardEvent) => {
      if (!editor.canvas.hasFocus() || isTyping(event.target) || isVersionShown()) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (pasteText(editor, text)) event.preventDefault();
      else if (text !== "" && canEdit(editor)) editor.notify({ key: "commands:nothingToPaste" });
    };
    document.addEventListener("copy", copy);
    document.addEventListener("cut", cut);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("copy", copy);
      document.removeEventListener("cut", cut);
      document.removeEventListener("paste", paste);
    };
  }, [editor]);
}

function hasSelectedText(): boolean {
  return window.getSelection()?.isCollapsed === false;
}

/** Offer Undo for changes easily made by accident: delete, paste, tidy, bypass, run mode. */
function useUndoNotices(document: DocumentStore): void {
  useEffect(() => {
    let hide = () => {};
    const offer = (key: string, undo: () => void) => {
      hide();
      hide = notifyUndoable(localText({ key: `commands:done.${key}` }), undo);
    };
    const stopEdits = document.subscribe(({ history: now }, { history: before }) => {
      const last = now.past.at(-1);
      if (last === before.past.at(-1)) return;
      // Undo takes back the last edit, which is another one now.
      hide();
      const slip = SLIPS.find((name) => LABELS[name] === last?.label);
      if (slip && now.past.length >= before.past.length) offer(slip, () => document.getState().undo());
    });
    const stopModes = useUi.subscribe(({ runMode }, { runMode: before }) => {
      if (runMode !== before) offer(runMode, () => useUi.getState().set({ runMode: before }));
    });
    return () => {
      hide();
      stopEdits();
      stopModes();
    };
  }, [document]);
}
