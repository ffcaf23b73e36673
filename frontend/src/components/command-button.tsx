import { ActionIcon, Tooltip } from "@mantine/core";
import { memo, useCallback, useSyncExternalStore } from "react";
import { useKeyText } from "@/commands/bindings";
import { useEditor } from "@/commands/editor-context";
import { commandById } from "@/commands/registry";
import type { Command } from "@/commands/types";
import classes from "@/components/command-button.module.css";
import { Icon } from "@/components/icon";
import { useLocalText } from "@/i18n/local-text";
import { useUi } from "@/stores/ui-store";

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

/** True if a command is available; follows all stores but renders only on changes. */
function useCommandState(command: Command): boolean {
  const editor = useEditor();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [
        editor.document.subscribe(listener),
        editor.run.subscribe(listener),
        useUi.subscribe(listener),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [editor],
  );
  return useSyncExternalStore(subscribe, () => command.when(editor));
}
