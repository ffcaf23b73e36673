import { useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "versions",
  icon: "git-commit",
  group: "run",
  order: 61,
  keys: [],
  when: () => true,
  run: () => useUi.getState().set({ dialog: "versions" }),
});
