import { useEffect } from "react";
import { useSearchParams } from "react-router";
import type { Editor } from "@/commands/editor-context";
import { useUi } from "@/stores/ui-store";

/** Lists lead to `?node=<key>`, the inbox to `?comments=<key of the node>`: open the node or its comments, once. */
export function useNodeOfAddress(editor: Editor): void {
  const [params, setParams] = useSearchParams();
  const node = params.get("node");
  const comments = params.get("comments");
  useEffect(() => {
    const key = node ?? comments;
    if (key === null) return;
    const { openNode, openComments, select } = useUi.getState();
    const isThere = editor.document.getState().nodes[key] !== undefined;
    if (isThere) select([key]);
    if (comments !== null) openComments(key);
    else if (isThere) openNode(key, "settings");
    setParams(
      (before) => {
        before.delete("node");
        before.delete("comments");
        return before;
      },
      { replace: true },
    );
  }, [node, comments, editor, setParams]);
}
