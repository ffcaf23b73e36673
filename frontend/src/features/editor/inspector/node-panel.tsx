/** The panel of the selected node: settings, tools, debug, output. Its width is remembered. */

import { ActionIcon, Tabs } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNodeTypes } from "@/api/queries/workflows";
import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { Icon } from "@/components/icon";
import { lazyComponent } from "@/components/lazy-component";
import { ResizeHandle } from "@/components/resize-handle";
import { isOffThePath } from "@/document/off-the-path";
import { NodeConflicts } from "@/features/editor/conflicts";
import { useShownNode } from "@/features/editor/use-shown-node";
import { PANEL_WIDTH, type PanelTab, selectedNode, useUi } from "@/stores/ui-store";
import classes from "./inspector.module.css";
import { NodeNotices } from "./node-notices";
import { PanelName } from "./panel-name";
import { SettingsTab } from "./settings-tab";
import { schemaPart } from "./split-schema";
import { useFocusField } from "./use-focus-field";

export const LazyDebugTab = lazyComponent(async () => (await import("./debug-tab")).DebugTab);
export const LazyOutputTab = lazyComponent(async () => (await import("./output-tab")).OutputTab);

export function NodePanel() {
  const key = useUi(selectedNode);
  const node = useShownNode(key);
  const types = useNodeTypes().data;
  if (!node) return null;
  return <Panel node={node} type={types?.find((type) => type.id === node.type)} />;
}

/** Drawn-only and unknown nodes have no debugging and no output. */
function tabsOf(type: NodeTypeInfo | undefined, isPast: boolean): PanelTab[] {
  if (!type || isOffThePath(type)) return ["settings"];
  const tools = schemaPart(type.config_schema, "tools") ? (["tools"] as const) : [];
  const debug = type.id === "start" || isPast ? [] : (["debug"] as const);
  return ["settings", ...tools, ...debug, "output"];
}

function Panel({ node, type }: { node: NodeDoc; type: NodeTypeInfo | undefined }) {
  const { t } = useTranslation("inspector");
  const wanted = useUi((state) => state.panelTab);
  const width = useUi((state) => state.panelWidth);
  const set = useUi((state) => state.set);
  const body = useFocusField();
  const isPast = useUi((state) => state.pastRunOpen);
  const tabs = tabsOf(type, isPast);
  const tab = tabs.includes(wanted) ? wanted : "settings";
  return (
    <aside className={classes.panel} aria-label={t("panelOf", { name: node.name })}>
      <ResizeHandle
        edge="left"
        label={t("resize")}
        size={width}
        limits={PANEL_WIDTH}
        onResize={(panelWidth) => set({ panelWidth })}
      />
      <header className={classes.head}>
        <PanelName node={node} type={type} />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("close")}
          onClick={() => set({ panelOpen: false })}
        >
          <Icon name="x" size={16} />
        </ActionIcon>
      </header>
      {tabs.length > 1 && (
        <Tabs
          value={tab}
          onChange={(next) => set({ panelTab: tabs.find((name) => name === next) ?? wanted })}
        >
          <Tabs.List px="xs">
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      <div key={`${node.key} ${tab}`} className={classes.body} ref={body}>
        {!isPast && <NodeConflicts node={node.key} />}
        {!isPast && <NodeNotices node={node} />}
        {tab === "settings" && <SettingsTab key={node.key} node={node} part="settings" />}
        {tab === "tools" && <SettingsTab key={`${node.key}-tools`} node={node} part="tools" />}
        {tab === "debug" && <LazyDebugTab key={node.key} node={node} />}
        {tab === "output" && <LazyOutputTab node={node} />}
      </div>
    </aside>
  );
}
