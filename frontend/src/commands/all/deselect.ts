import { useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "deselect",
  icon: "deselect",
  group: "edit",
  order: 90,
  keys: ["Escape"],
  when: () => {
    const { selection, selectedEdges } = useUi.getState();
    return selection.length + selectedEdges.length > 0;
  },
  run: () => useUi.getState().select([]),
});
