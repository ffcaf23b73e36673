import { autofocusField } from "@/document/config";
import { FIRST_FIELD, useUi } from "@/stores/ui-store";
import { onlyNode } from "../conditions";
import { command } from "../types";

export default command({
  id: "open-node",
  icon: "settings",
  group: "node",
  order: 20,
  keys: ["Enter"],
  when: (editor) => onlyNode(editor) !== null,
  run: (editor) => {
    const key = onlyNode(editor);
    if (key === null) return;
    const type = editor.types[editor.document.getState().nodes[key]?.type ?? ""];
    useUi.getState().openNode(key, "settings", (type && autofocusField(type.config_schema)) ?? FIRST_FIELD);
  },
});
