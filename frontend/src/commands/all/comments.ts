import { useUi } from "@/stores/ui-store";
import { onlyNode } from "../conditions";
import { command } from "../types";

export default command({
  id: "comments",
  icon: "message-2",
  group: "node",
  order: 95,
  keys: ["shift+c"],
  when: () => true,
  run: (editor) => {
    const { commentsOpen, openComments, set } = useUi.getState();
    if (commentsOpen) set({ commentsOpen: false });
    else openComments(onlyNode(editor));
  },
});
