import { ActionIcon, Tooltip } from "@mantine/core";
import { memo } from "react";
import { useKeyText } from "@/commands/bindings";
import { useEditor } from "@/commands/editor-context";
import { commandById } from "@/commands/registry";
import { useCommandState } from "@/commands/use-command-state";
import classes from "@/components/command-button.module.css";
import { Icon } from "@/components/icon";
import { useLocalText } from "@/i18n/local-text";

type Props = { id: string; size?: "sm" | "md"; label?: string };

/**
 * A command as an icon button; its tooltip teaches the key. There are many of them around whatever is typed into.
 *
 * `label` is shown beside the icon on wide screens, and is part of the command's title.
 */
export const CommandButton = memo(function CommandButton({ id, size = "md", label }: Props) {
  const editor = useEditor();
  const local = useLocalText();
  const command = commandById(id);
  const enabled = useCommandState(command);
  const keys = useKeyText(command);
  const title = local(command.title);
  return (
    <Tooltip label={keys ? `${title}  ${keys}` : title}>
      <ActionIcon
        size={size}
        color="gray"
        className={label && classes.labelled}
        aria-label={title}
        // Not `disabled`: the tooltip would go, and the focus with it.
        aria-disabled={!enabled}
        data-disabled={!enabled || undefined}
        onClick={() => enabled && void command.run(editor)}
      >
        <Icon name={command.icon} size={16} />
        {label && <span className={classes.label}>{label}</span>}
      </ActionIcon>
    </Tooltip>
  );
});
