/** Entries of a menu: the commands of one group that apply, with their keys. */

import { Menu } from "@mantine/core";
import { keysOf } from "@/commands/bindings";
import { useEditor } from "@/commands/editor-context";
import { keyText } from "@/commands/keys";
import { COMMANDS } from "@/commands/registry";
import type { Command, CommandGroup } from "@/commands/types";
import { Icon } from "@/components/icon";
import { useLocalText } from "@/i18n/local-text";

/** Commands not expected in a menu. */
const ELSEWHERE = new Set(["undo", "redo", "deselect", "zoom-in", "zoom-out", "publish", "toggle-mode"]);

export function menuCommands(group: CommandGroup): Command[] {
  return COMMANDS.filter(
    (command) => command.group === group && !command.keysOnly && !ELSEWHERE.has(command.id),
  );
}

export function CommandItems({ group }: { group: CommandGroup }) {
  const editor = useEditor();
  const local = useLocalText();
  return menuCommands(group)
    .filter((command) => command.when(editor))
    .map((command) => (
      <Menu.Item
        key={command.id}
        leftSection={<Icon name={command.icon} size={15} />}
        rightSection={
          <kbd className="fl-kbd">
            {keysOf(command)
              .slice(0, 1)
              .map((keys) => keyText(keys))}
          </kbd>
        }
        onClick={() => void command.run(editor)}
      >
        {local(command.title)}
      </Menu.Item>
    ));
}
