import { useEffect } from "react";
import { useSearchParams } from "react-router";
import type { Editor } from "@/commands/editor-context";
import { useUi } from "@/stores/ui-store";

/** The inbox leads to `?comments=<key of the node>`: open them there, once. */
export function useCommentsOfAddress(editor: Editor): void {
  const [params, setParams] = useSearchParams();
  const nodeKey = params.get("comments");
  useEffect(() => {
    if (nodeKey === null) return;
    if (editor.document.getState().nodes[nodeKey]) useUi.getState().select([nodeKey]);
    useUi.getState().openComments(nodeKey);
    setParams(
      (before) => {
        before.delete("comments");
        return before;
      },
      { replace: true },
    );
  }, [nodeKey, editor, setParams]);
}
