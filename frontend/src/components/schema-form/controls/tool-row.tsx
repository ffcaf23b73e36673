/** One tool of a node: what it is, whether it is on, and whether it can work. */

import { Badge, Switch, Text, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useInventory } from "@/api/agents";
import { toolIdOf } from "@/api/function-id";
import { useToolTypes } from "@/api/tools";
import type { NodeTool } from "@/api/types";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { useLocalText } from "@/i18n/local-text";
import { AskMark } from "./ask-mark";
import classes from "./tools.module.css";

type Props = {
  tool: NodeTool;
  readOnly: boolean;
  onToggle?: (enabled: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
};

export function ChosenToolRow({ tool, readOnly, onToggle, onEdit, onRemove }: Props) {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  const types = useToolTypes().data;
  const type = types?.find((candidate) => candidate.type === tool.type);
  const inventory = useInventory().data;
  const asks = inventory?.find(({ id }) => id === toolIdOf(tool.toolConfig ?? ""))?.asks;
  const unknown = types !== undefined && type === undefined;
  return (
    <div className={classes.tool} data-off={!tool.enabled || undefined}>
      <Icon name={type?.icon ?? "tool"} size={18} />
      <UnstyledButton className={classes.name} onClick={onEdit}>
        <Text size="sm" fw={500} truncate>
          {tool.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {unknown ? t("unknownToolType") : type ? local(type.title) : tool.type}
        </Text>
      </UnstyledButton>
      <AskMark asks={asks} />
      {type && !type.implemented && (
        <Badge
          size="sm"
          variant="light"
          color="gray"
          title={type.unimplemented_message ? local(type.unimplemented_message) : undefined}
        >
          {t("notYet")}
        </Badge>
      )}
      {onToggle && (
        <Switch
          size="xs"
          checked={tool.enabled}
          disabled={readOnly}
          aria-label={t("toolEnabled", { name: tool.name })}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
      )}
      {!readOnly && (
        <IconButton
          icon="trash"
          iconSize={15}
          color="gray"
          size="sm"
          label={t("removeTool", { name: tool.name })}
          onClick={onRemove}
        />
      )}
    </div>
  );
}
