/** Commands that run the workflow, and what becomes of it: versions, publishing, use. */

import { canEdit, hasNodes } from "@/commands/conditions";
import { commandsOf } from "@/commands/types";
import { isOpen } from "@/runs/state";
import { useUi } from "@/stores/ui-store";

export const RUN = commandsOf("run", [
  {
    id: "run",
    icon: "player-play",
    keys: ["mod+Enter"],
    inFields: true,
    when: (editor) => canEdit(editor) && hasNodes(editor) && !isOpen(editor.run.getState().status),
    run: (editor) => editor.startRun(),
  },
  {
    id: "run-with",
    icon: "forms",
    keys: ["mod+shift+Enter"],
    inFields: true,
    when: (editor) => canEdit(editor) && hasNodes(editor) && !isOpen(editor.run.getState().status),
    run: () => useUi.getState().set({ dialog: "run" }),
  },
  {
    id: "cancel-run",
    icon: "player-stop",
    keys: ["mod+."],
    inFields: true,
    when: (editor) => isOpen(editor.run.getState().status),
    run: (editor) => editor.cancelRun(),
  },
  {
    id: "clear-run",
    icon: "x",
    keys: [],
    when: (editor) => {
      const { run, status } = editor.run.getState();
      return run !== null && !isOpen(status);
    },
    run: (editor) => editor.clearRun(),
  },
  {
    id: "toggle-mode",
    icon: "switch-horizontal",
    keys: ["t"],
    when: canEdit,
    run: () => {
      const { runMode, set } = useUi.getState();
      set({ runMode: runMode === "live" ? "test" : "live" });
    },
  },
  {
    id: "publish",
    icon: "rocket",
    keys: [],
    when: (editor) => canEdit(editor) && hasNodes(editor),
    run: () => useUi.getState().set({ dialog: "publish" }),
  },
  {
    id: "versions",
    icon: "git-commit",
    keys: [],
    when: () => true,
    run: () => useUi.getState().set({ dialog: "versions" }),
  },
  {
    id: "use-it",
    icon: "webhook",
    keys: [],
    when: hasNodes,
    run: () => useUi.getState().set({ dialog: "use" }),
  },
]);
