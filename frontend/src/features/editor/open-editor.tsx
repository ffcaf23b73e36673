/** The open editor: makes the stores, keeps them saved, and lays out the frame. */

import { useState } from "react";
import { RUN_CALLS } from "@/api/run-calls";
import type { Graph, WorkflowSummary } from "@/api/types";
import { EditorContext } from "@/commands/editor-context";
import { useCommentCounts, useReadCommentsAgain } from "@/features/editor/comments/use-comments";
import { useCommentsOfAddress } from "@/features/editor/comments/use-comments-of-address";
import { useRestoredRun } from "@/features/editor/runbar/use-restored-run";
import { useRunActions } from "@/features/editor/runbar/use-run-actions";
import { CommentStoreContext } from "@/stores/comment-store";
import { createDocumentStore, DocumentStoreContext } from "@/stores/document-store";
import { PresenceStoreContext } from "@/stores/presence-store";
import { createRunStore, RunStoreContext } from "@/stores/run-store";
import { EditorFrame } from "./editor-frame";
import { useAutosave } from "./use-autosave";
import { useClipboardEvents } from "./use-clipboard-events";
import { useCollaboration } from "./use-collaboration";
import { useCommandKeys } from "./use-command-keys";
import { useEditorObject } from "./use-editor-object";
import { useUndoNotices } from "./use-undo-notices";

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
  const autosave = useAutosave(document);
  const actions = useRunActions({ document, run, autosave, isViewer });
  const editor = useEditorObject({ document, run, actions });
  const comments = useCommentCounts(id);
  const presence = useCollaboration(document, editor, { onComments: useReadCommentsAgain(id) });
  useRestoredRun(id, run);
  useCommentsOfAddress(editor);
  useCommandKeys(editor);
  useClipboardEvents(editor);
  useUndoNotices(document);
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
