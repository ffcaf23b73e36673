/** Commands for the canvas and the panels around it. */

import { canEdit, hasNodes, hasSelectedNodes } from "@/commands/conditions";
import { commandsOf } from "@/commands/types";
import { selectedNode, useUi } from "@/stores/ui-store";

export const VIEW = commandsOf("view", [
  {
    id: "fit",
    icon: "arrows-maximize",
    keys: ["f", "shift+1"],
    when: hasNodes,
    run: (editor) => editor.canvas.fit(),
  },
  {
    id: "fit-selection",
    icon: "target",
    keys: ["shift+2"],
    when: hasSelectedNodes,
    run: (editor) => editor.canvas.fit(useUi.getState().selection),
  },
  {
    id: "zoom-in",
    icon: "zoom-in",
    keys: ["+", "="],
    when: () => true,
    run: (editor) => editor.canvas.zoomIn(),
  },
  {
    id: "zoom-out",
    icon: "zoom-out",
    keys: ["-"],
    when: () => true,
    run: (editor) => editor.canvas.zoomOut(),
  },
  {
    id: "zoom-full",
    icon: "search",
    keys: ["0"],
    when: () => true,
    run: (editor) => editor.canvas.zoomTo(1),
  },
  {
    id: "toggle-palette",
    icon: "layout-sidebar",
    keys: ["p"],
    when: canEdit,
    run: () => {
      const { paletteOpen, outlineOpen, set } = useUi.getState();
      const opens = outlineOpen || !paletteOpen;
      set({ paletteOpen: opens, outlineOpen: false, opening: opens ? "palette" : null });
    },
  },
  {
    id: "toggle-outline",
    icon: "list-tree",
    keys: ["o"],
    when: () => true,
    run: () => {
      const { outlineOpen, set } = useUi.getState();
      set({ outlineOpen: !outlineOpen, opening: outlineOpen ? null : "outline" });
    },
  },
  {
    id: "toggle-panel",
    icon: "layout-sidebar-right",
    keys: ["i"],
    when: () => true,
    run: () => {
      const { panelOpen, set } = useUi.getState();
      const shows = !panelOpen && selectedNode(useUi.getState()) !== null;
      set({ panelOpen: !panelOpen, opening: shows ? "panel" : null });
    },
  },
  {
    id: "toggle-dock",
    icon: "list-tree",
    keys: ["j"],
    when: () => true,
    run: () => {
      const { dockOpen, set } = useUi.getState();
      set({ dockOpen: !dockOpen, opening: dockOpen ? null : "dock" });
    },
  },
  {
    id: "toggle-minimap",
    icon: "map",
    keys: ["m"],
    when: () => true,
    run: () => useUi.getState().set({ minimapOpen: !useUi.getState().minimapOpen }),
  },
  {
    id: "show-problems",
    icon: "alert-triangle",
    keys: ["shift+m"],
    when: () => true,
    run: () => useUi.getState().set({ dockOpen: true, dockTab: "problems", opening: "dock" }),
  },
]);
