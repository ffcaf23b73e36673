/** Every dialog, menu and panel of the editor. `overlays.test.tsx` knows when one is missing. */

import { Api } from "../api";
import { ai, chain, end, start } from "../documents";
import { Editor } from "../screens/editor";
import { at, draft, key, type Opening, panel, press } from "./opening";

export const OF_THE_EDITOR: readonly Opening[] = [
  {
    name: "publish",
    drawn: "features/editor/versions/publish-dialog.tsx",
    address: draft,
    open: press("Publish"),
    field: "Name",
  },
  {
    name: "a comment",
    drawn: "features/editor/comments/comments-panel.tsx",
    address: draft,
    open: key("Shift+C", "Greeting"),
    frame: panel(/^Comments/),
    field: "Write a comment",
  },
  {
    name: "all comments",
    drawn: "features/editor/comments/comments-panel.tsx",
    address: draft,
    open: key("Shift+C"),
    frame: panel(/^Comments/),
  },
  {
    name: "the inputs of a run",
    drawn: "features/editor/runbar/run-bar.tsx",
    address: draft,
    open: key("Control+Shift+Enter"),
    field: "topic",
  },
  {
    name: "keyboard shortcuts",
    drawn: "features/editor/shortcut-sheet.tsx",
    address: draft,
    open: key("?"),
  },
  {
    name: "settings of a workflow",
    drawn: "features/editor/workflow-settings.tsx",
    address: draft,
    open: press("Workflow settings"),
  },
  {
    name: "shared settings",
    drawn: "features/editor/shared-settings-dialog.tsx",
    address: draft,
    open: async (page) => {
      await new Editor(page).canvas.selectSeveral("Greeting", "Farewell");
      await page.keyboard.press("Shift+E");
    },
  },
  {
    name: "extract",
    drawn: "features/editor/extract-dialog.tsx",
    address: ({ triggered }) => `/workflows/${triggered}`,
    open: key("Shift+X", "Greeting"),
    field: "Name",
    stores: /\/api\/workflows\//,
  },
  {
    name: "connect",
    drawn: "features/editor/connect-dialog.tsx",
    address: draft,
    open: key("c", "Greeting"),
    field: "Search nodes",
  },
  {
    name: "versions",
    drawn: "features/editor/versions/versions-dialog.tsx",
    address: draft,
    open: press("Versions"),
  },
  {
    name: "another name for a version",
    drawn: "features/editor/versions/rename-version.tsx",
    address: draft,
    open: async (page) => {
      await press("Versions")(page);
      await press(/^Version 1/)(page);
      await page.getByRole("button", { name: "Rename" }).first().click();
    },
    field: "Name",
    stores: /\/versions\//,
  },
  {
    name: "use it from outside",
    drawn: "features/editor/use-it/use-dialog.tsx",
    address: draft,
    open: async (page) => {
      await key("Control+k")(page);
      await page.keyboard.type("Use it from outside");
      await page.getByRole("dialog").getByRole("button", { name: "Use it from outside" }).click();
      await page.getByRole("dialog", { name: /Find anything/ }).waitFor({ state: "hidden" });
    },
  },
  {
    name: "a node behind another",
    drawn: "components/canvas/add-menu.tsx",
    address: draft,
    open: key("n", "Greeting"),
    field: "Search nodes",
  },
  {
    name: "the menu of a node",
    drawn: "components/canvas/context-menu.tsx",
    address: draft,
    open: (page) => new Editor(page).canvas.card("Greeting").click({ button: "right" }),
  },
  {
    name: "align and distribute",
    drawn: "components/canvas/several-bar.tsx",
    address: draft,
    open: async (page) => {
      const bar = await new Editor(page).canvas.selectSeveral("Greeting", "Farewell");
      await bar.getByRole("button", { name: "Align and distribute" }).click();
    },
  },
  {
    name: "values",
    drawn: "components/template-editor/variable-picker.tsx",
    address: draft,
    open: async (page) => {
      await new Editor(page).panel.open("greet", "Greeting");
      await press("Insert a value")(page);
    },
    field: "Search values",
  },
  {
    name: "nodes",
    drawn: "features/editor/palette/palette.tsx",
    address: draft,
    open: key("p"),
    frame: panel("Nodes"),
    field: "Search nodes",
  },
  {
    name: "outline",
    drawn: "features/editor/outline/outline.tsx",
    address: draft,
    open: key("o"),
    frame: (page) => page.getByRole("navigation", { name: "Outline" }),
  },
  {
    name: "run details",
    drawn: "features/editor/dock/dock.tsx",
    address: draft,
    open: key("j"),
    frame: panel("Run details"),
  },
  {
    name: "problems",
    drawn: "features/editor/dock/dock.tsx",
    address: draft,
    open: key("Shift+M"),
    frame: panel("Run details"),
  },
  {
    name: "find",
    drawn: "features/editor/search/search-panel.tsx",
    address: draft,
    open: key("Control+f"),
    frame: (page) => page.getByRole("search", { name: "Find in all texts" }),
    field: "Find in names, prompts and settings",
  },
  {
    name: "the debug tab",
    drawn: "features/editor/inspector/use-focus-field.ts",
    address: draft,
    open: key("d", "Farewell"),
    frame: (page) => new Editor(page).panel.root,
  },
  {
    name: "a pause",
    drawn: "components/triggers/pause-controls.tsx",
    address: ({ triggered }) => `/workflows/${triggered}`,
    open: async (page) => {
      await new Editor(page).canvas.card("Public form").click();
      await press("Pause")(page);
    },
    field: "Reason",
    stores: /\/pause\//,
  },
  {
    name: "past times of a schedule",
    drawn: "features/editor/triggers/backfill-button.tsx",
    address: at("/workflows"),
    open: async (page) => {
      const api = new Api(page.request);
      const clock = { key: "clock", name: "Clock", type: "schedule", config: {} };
      const document = chain(start(), end({}));
      document.nodes.push(...chain(clock).nodes.map((node) => ({ ...node, position: { x: -400, y: 120 } })));
      const { id } = await api.createWorkflow({ name: "By the clock", document });
      await api.publish(id);
      await page.goto(`/workflows/${id}`);
      await new Editor(page).canvas.card("Clock").click();
      await press("Run past times")(page);
    },
  },
  {
    name: "a tool inside of a node",
    drawn: "components/schema-form/controls/tool-editor.tsx",
    address: at("/workflows"),
    open: async (page) => {
      const document = chain(start(), ai("ask", "Ask", {}), end({}));
      const { id } = await new Api(page.request).createWorkflow({ name: "With a tool", document });
      await page.goto(`/workflows/${id}`);
      await new Editor(page).panel.open("ask", "Ask");
      await press("Add tool")(page);
      await page.getByRole("option", { name: "HTTP request", exact: true }).click();
    },
    field: "URL",
    stores: /\/api\/tools\/configs\//,
  },
  {
    name: "the command palette",
    drawn: "features/command-palette/command-palette.tsx",
    address: draft,
    open: key("Control+k"),
    field: "Find anything or run a command",
  },
];
