/** The panel of the selected node: settings, tools, debug, output. Its width is remembered. */

import { Button, Tabs, TextInput } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { useNodeTypes } from "@/api/workflows";
import { renameNode } from "@/commands/edits";
import { LABELS } from "@/commands/labels";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { lazyComponent } from "@/components/lazy-component";
import { ResizeHandle } from "@/components/resize-handle";
import { ADD_TOOL_FIELD } from "@/components/schema-form/controls/tool-picker";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { TextButton } from "@/components/text-button";
import { fieldPath } from "@/document/field-path";
import { isOffThePath } from "@/document/off-the-path";
import { type KeyedRequest, keyedRequest } from "@/document/request-key";
import { NodeConflicts } from "@/features/editor/conflicts";
import classes from "@/features/editor/inspector/inspector.module.css";
import { NodeExample } from "@/features/editor/inspector/node-example";
import { PolicyForm } from "@/features/editor/inspector/policy-form";
import { type SchemaPart, schemaPart } from "@/features/editor/inspector/split-schema";
import { useFocusField } from "@/features/editor/inspector/use-focus-field";
import { useNodeForm } from "@/features/editor/inspector/use-node-form";
import { useMoveKey } from "@/features/editor/problems/use-move-key";
import { useShownNode } from "@/features/editor/use-shown-node";
import { type Message, useLocalText } from "@/i18n/local-text";
import { useDocument, useDocumentStore } from "@/stores/document-store";
import { PANEL_WIDTH, type PanelTab, selectedNode, useUi } from "@/stores/ui-store";

const TriggerHead = lazyComponent(
  async () => (await import("@/features/editor/triggers/trigger-head")).TriggerHead,
);
const TriggerPanel = lazyComponent(
  async () => (await import("@/features/editor/triggers/trigger-panel")).TriggerPanel,
);
const AddTrigger = lazyComponent(
  async () => (await import("@/features/editor/triggers/add-trigger")).AddTrigger,
);
const LiveOutcome = lazyComponent(async () => (await import("./live-outcome")).LiveOutcome);

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
        <IconButton
          icon="x"
          iconSize={16}
          color="gray"
          label={t("close")}
          onClick={() => set({ panelOpen: false })}
        />
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

type Props = { node: NodeDoc };

/** Notices for a node that does not run by its settings: it is bypassed, or its output is pinned; and for a key in its request. */
function NodeNotices({ node }: Props) {
  const { t } = useTranslation("inspector");
  const store = useDocumentStore();
  const keyed = useKeyedRequest(node);
  const move = useMoveKey();
  const change = (changes: Pick<Partial<NodeDoc>, "bypass" | "pinned_output">, label: Message) =>
    store.getState().applyChanges([{ op: "update_node", key: node.key, changes }], { label });
  return (
    <>
      {node.bypass && (
        <Notice
          icon="arrow-bounce"
          text={t("bypassNotice")}
          action={t("bypassEnd")}
          onAction={() => change({ bypass: false }, LABELS.bypass)}
        />
      )}
      {keyed && (
        <Notice
          icon="key"
          text={t("problems:keyFound")}
          action={t("problems:moveKey")}
          onAction={() => move.mutate({ ...keyed, node: node.key })}
        />
      )}
      {node.pinned_output !== null && (
        <Notice
          icon="pinned"
          text={t("pinNotice")}
          action={t("pinEnd")}
          onAction={() => change({ pinned_output: null }, LABELS.pin)}
        />
      )}
    </>
  );
}

/** A request with a key, by what the server reports or has refused. */
function useKeyedRequest(node: NodeDoc): KeyedRequest | null {
  const problems = useDocument((state) => state.problems);
  const refused = useDocument((state) => state.fieldErrors[node.key]);
  return useMemo(() => {
    const stored = problems.filter(({ node_key }) => node_key === node.key);
    const found = [
      ...Object.entries(refused ?? {}).map(([field, { code }]) => keyedRequest(node, code, field)),
      ...stored.map(({ code, field }) => keyedRequest(node, code, fieldPath(field ?? ""))),
    ];
    return found.find((keyed) => keyed !== null) ?? null;
  }, [node, problems, refused]);
}

type NoticeProps = { icon: string; text: string; action: string; onAction: () => void };

function Notice({ icon, text, action, onAction }: NoticeProps) {
  const readOnly = useDocument((state) => state.readOnly);
  return (
    <p className={classes.notice}>
      <Icon name={icon} size={15} />
      <span>{text}</span>
      {!readOnly && <TextButton onClick={onAction}>{action}</TextButton>}
    </p>
  );
}

type PanelNameProps = { node: NodeDoc; type: NodeTypeInfo | undefined };

/** The node's name, changed in place, and what kind of node it is. */
function PanelName({ node, type }: PanelNameProps) {
  const { t } = useTranslation("inspector");
  const local = useLocalText();
  const store = useDocumentStore();
  const readOnly = useDocument((state) => state.readOnly);
  const [draft, setDraft] = useState(node.name);
  useEffect(() => setDraft(node.name), [node.name]);
  const name = draft.trim();
  const taken = useDocument(
    (state) => name !== node.name && Object.values(state.nodes).some((other) => other.name === name),
  );
  const refused = useDocument((state) => state.fieldErrors[node.key]?.name?.message);
  const commit = () => {
    if (name === "" || taken) setDraft(node.name);
    else renameNode(store, node.key, name);
  };
  return (
    <div className={classes.headText}>
      <TextInput
        size="xs"
        aria-label={t("nodeName")}
        value={draft}
        readOnly={readOnly}
        error={taken ? t("nameTaken") : refused}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setDraft(node.name);
        }}
      />
      <p className={classes.kind}>{type ? local(type.title) : node.type}</p>
    </div>
  );
}

type SettingsTabProps = { node: NodeDoc; part: SchemaPart };

/** Starts, ends and what is only drawn cannot fail. */
function hasPolicy({ role }: NodeTypeInfo): boolean {
  return role === "step" || role === "container";
}

/** The form of a node: its settings, or its tools. */
function SettingsTab({ node, part }: SettingsTabProps) {
  const { t } = useTranslation("inspector");
  const local = useLocalText();
  const { type, variables, passVariables, errors, readOnly, ownTool, change, errorBranch, preview } =
    useNodeForm(node);
  const schema = useMemo(() => (type ? schemaPart(type.config_schema, part) : null), [type, part]);
  const context = useMemo(
    () => ({ variables, passVariables, secretsSet: [], preview, ownTool, errorBranch, readOnly }),
    [variables, passVariables, preview, ownTool, errorBranch, readOnly],
  );
  if (!type) return <p className={classes.quiet}>{t("unknownType", { type: node.type })}</p>;
  return (
    <>
      {part === "settings" && <p className={classes.help}>{local(type.help)}</p>}
      {type.role === "trigger" && <TriggerHead node={node} />}
      {part === "settings" && <NodeExample type={type} readOnly={readOnly} onUse={change} />}
      {schema ? (
        <SchemaForm schema={schema} value={node.config} onChange={change} errors={errors} context={context} />
      ) : (
        <p className={classes.quiet}>{t("nothingToSet")}</p>
      )}
      {part === "settings" && !readOnly && tabsOf(type, false).includes("tools") && <AddToolButton />}
      {part === "settings" && type.previews && <LiveOutcome node={node} />}
      {type.role === "trigger" && <TriggerPanel node={node} onChange={change} />}
      {type.role === "start" && <AddTrigger />}
      {part === "settings" && hasPolicy(type) && <PolicyForm node={node} type={type} />}
    </>
  );
}

/** The way from the prompt to the list of tools, which opens. */
function AddToolButton() {
  const { t } = useTranslation("schema-form");
  return (
    <Button
      variant="default"
      size="compact-sm"
      my="md"
      leftSection={<Icon name="plus" size={14} />}
      aria-haspopup="listbox"
      onClick={() => useUi.getState().set({ panelTab: "tools", focusField: ADD_TOOL_FIELD })}
    >
      {t("addTool")}
    </Button>
  );
}
