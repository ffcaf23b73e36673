import { canEdit, hasSelectedNodes } from "../conditions";
import { groupSelection } from "../frame-edits";
import { command } from "../types";

export default command({
  id: "group",
  title: { en: "Group", zh: "分组" },
  icon: "box-multiple",
  group: "node",
  order: 60,
  keys: ["mod+g"],
  when: (editor) => canEdit(editor) && hasSelectedNodes() && editor.types.group !== undefined,
  run: (editor) => {
    if (groupSelection(editor)) return;
    editor.say({
      en: "Only nodes that lie in the same container can be grouped.",
      zh: "只有位于同一容器内的节点才能分组。",
    });
  },
});
