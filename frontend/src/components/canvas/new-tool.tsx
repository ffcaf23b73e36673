/** The dialog of a tool that is made for a node of its own, which is added once the tool is there. */

import type { ToolConfig } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { addToDocument } from "@/commands/edits";
import { lazyComponent } from "@/components/lazy-component";
import { formToolOf } from "@/document/node-tool";
import { useUi } from "@/stores/ui-store";

const ToolDialog = lazyComponent(
  async () => (await import("@/components/schema-form/tool-dialog")).ToolDialog,
);

export function NewTool() {
  const editor = useEditor();
  const wanted = useUi((state) => state.newTool);
  if (!wanted) return null;
  const close = () => useUi.getState().set({ newTool: null });
  const add = (saved: ToolConfig) => {
    close();
    const type = editor.types.tool;
    const settings = { config: { tool: formToolOf(saved) }, name: saved.name };
    if (type) addToDocument(editor, type, wanted.target, settings);
  };
  return <ToolDialog type={wanted.type} onClose={close} onSaved={add} />;
}
