/** A note on the canvas: Markdown, written in its place. */

import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { Markdown } from "@/components/markdown";
import { useUi } from "@/stores/ui-store";
import { useCanvas } from "./canvas-context";
import { CommentMark } from "./comment-mark";
import { FrameResizeHandle } from "./frame-resize-handle";
import { useIsPlain } from "./plain-cards";
import type { CardNode } from "./to-flow";
import { useDraft } from "./use-draft";

export const NoteCard = memo(function NoteCard({ data: { node }, selected }: NodeProps<CardNode>) {
  const { t, editable, write } = useCanvas();
  const isPlain = useIsPlain();
  const isWriting = useUi((state) => state.renaming === node.key);
  const { text, color } = node.config;
  const words = typeof text === "string" ? text : "";
  return (
    <div className="fl-note" data-color={typeof color === "string" ? color : undefined}>
      {!isPlain && !isWriting && (
        <div className="fl-note-text">
          {words.trim() === "" ? (
            <p className="fl-note-empty">{t("emptyNote")}</p>
          ) : (
            <Markdown text={words} />
          )}
        </div>
      )}
      <CommentMark nodeKey={node.key} />
      {isWriting && <NoteField text={words} onDone={(next) => write(node.key, next)} />}
      {editable && selected && !isWriting && <FrameResizeHandle node={node} />}
    </div>
  );
});

function NoteField({ text, onDone }: { text: string; onDone: (text: string) => void }) {
  const { t } = useCanvas();
  const draft = useDraft({
    text,
    isEnd: (event) => event.metaKey || event.ctrlKey,
    onClose: (next) => {
      useUi.getState().set({ renaming: null });
      if (next !== null && next !== text) onDone(next);
    },
  });
  return (
    <textarea
      className="fl-note-field nodrag nopan nowheel"
      aria-label={t("noteText")}
      maxLength={20_000}
      ref={(field) => field?.focus({ preventScroll: true })}
      {...draft}
    />
  );
}
