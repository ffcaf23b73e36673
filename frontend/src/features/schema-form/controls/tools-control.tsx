/** The tools of an AI node: add, switch on and off, open, remove. New tools are made in place. */

import { Button, Menu, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useToolConfigs, useToolTypes } from "@/api/queries";
import type { NodeTool, ToolConfig, ToolType } from "@/api/types";
import { Icon } from "@/components/icon";
import { late } from "@/components/late";
import { useLocalText } from "@/i18n/local-text";
import type { ControlProps } from "../control";
import { nodeToolOf } from "../node-tool";
import { ToolRow } from "./tool-row";

// Loaded on demand: the editor holds a form, and a form holds this control.
const ToolEditor = late(async () => (await import("./tool-editor")).ToolEditor);

export function ToolsControl({ value, onChange, context }: ControlProps<NodeTool[]>) {
  const { t } = useTranslation("schema-form");
  const tools = value ?? [];
  const [editing, setEditing] = useState<{ type: string; config?: ToolConfig } | null>(null);
  const configs = useToolConfigs().data ?? [];
  const update = (tool: NodeTool) => onChange(tools.map((old) => (old.id === tool.id ? tool : old)));
  const saved = (config: ToolConfig) => {
    const known = tools.find((tool) => tool.toolConfig === config.id);
    onChange(
      known
        ? tools.map((tool) => (tool === known ? { ...tool, name: config.name } : tool))
        : [...tools, nodeToolOf(config)],
    );
    setEditing(null);
  };
  return (
    <Stack gap={6} mt={4}>
      {tools.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("noTools")}
        </Text>
      )}
      {tools.map((tool) => (
        <ToolRow
          key={tool.id}
          tool={tool}
          readOnly={context.readOnly}
          onToggle={(enabled) => update({ ...tool, enabled })}
          onEdit={() => {
            const config = configs.find((candidate) => candidate.id === tool.toolConfig);
            setEditing(config ? { type: tool.type, config } : { type: tool.type });
          }}
          onRemove={() => onChange(tools.filter((old) => old.id !== tool.id))}
        />
      ))}
      {!context.readOnly && (
        <AddToolMenu
          taken={tools.flatMap((tool) => (tool.toolConfig ? [tool.toolConfig] : []))}
          configs={configs}
          onPick={(config) => onChange([...tools, nodeToolOf(config)])}
          onCreate={(type) => setEditing({ type })}
        />
      )}
      {editing && <ToolEditor {...editing} onClose={() => setEditing(null)} onSaved={saved} />}
    </Stack>
  );
}

type AddProps = {
  taken: string[];
  configs: ToolConfig[];
  onPick: (config: ToolConfig) => void;
  onCreate: (type: string) => void;
};

export function AddToolMenu({ taken, configs, onPick, onCreate }: AddProps) {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  const types: ToolType[] = (useToolTypes().data ?? []).filter((type) => type.kind === "configured");
  const free = configs.filter((config) => !taken.includes(config.id));
  return (
    <Menu position="bottom-start" width={280} withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          style={{ alignSelf: "flex-start" }}
        >
          {t("addTool")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {free.length > 0 && <Menu.Label>{t("yourTools")}</Menu.Label>}
        {free.map((config) => (
          <Menu.Item
            key={config.id}
            leftSection={<Icon name={typeIcon(types, config.type)} size={16} />}
            onClick={() => onPick(config)}
          >
            {config.name}
          </Menu.Item>
        ))}
        <Menu.Label>{t("newTool")}</Menu.Label>
        {types.map((type) => (
          <Menu.Item
            key={type.type}
            leftSection={<Icon name={type.icon} size={16} />}
            rightSection={
              type.implemented ? null : (
                <Text size="xs" c="dimmed">
                  {t("notYet")}
                </Text>
              )
            }
            onClick={() => onCreate(type.type)}
          >
            {local(type.title)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const typeIcon = (types: ToolType[], id: string): string =>
  types.find((type) => type.type === id)?.icon ?? "tool";
