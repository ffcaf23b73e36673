/** The menu of the right mouse button: every command that applies, with its key. */

import { Menu } from "@mantine/core";
import { useEditor } from "@/commands/editor-context";
import { keyText } from "@/commands/keys";
import { COMMANDS } from "@/commands/registry";
import type { Command, CommandGroup } from "@/commands/types";
import { Icon } from "@/components/icon";
import { useLocalText } from "@/i18n/local-text";
import { useUi } from "@/stores/ui-store";

export type ContextTarget = { x: number; y: number };

type Props = { target: ContextTarget | null; onClose: () => void };

export function ContextMenu({ target, onClose }: Props) {
  const editor = useEditor();
  return (
    <Menu
      opened={target !== null}
      onClose={onClose}
      position="bottom-start"
      width={240}
      shadow="md"
      offset={0}
    >
      <Menu.Target>
        <span className="fl-menu-anchor" style={{ left: target?.x, top: target?.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        {target &&
          groupsFor(isOnSelection())
            .map((group) => COMMANDS.filter((command) => command.group === group && fits(command)))
            .map((commands) => commands.filter((command) => command.when(editor)))
            .filter((commands) => commands.length > 0)
            .map((commands, index) => (
              <Section key={commands[0]?.group} commands={commands} divided={index > 0} />
            ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Section({ commands, divided }: { commands: readonly Command[]; divided: boolean }) {
  const editor = useEditor();
  const local = useLocalText();
  return (
    <>
      {divided && <Menu.Divider />}
      {commands.map((command) => (
        <Menu.Item
          key={command.id}
          leftSection={<Icon name={command.icon} size={15} />}
          rightSection={command.keys[0] && <kbd className="fl-kbd">{keyText(command.keys[0])}</kbd>}
          onClick={() => void command.run(editor)}
        >
          {local(command.title)}
        </Menu.Item>
      ))}
    </>
  );
}

function isOnSelection(): boolean {
  const { selection, selectedEdges } = useUi.getState();
  return selection.length + selectedEdges.length > 0;
}

function groupsFor(onSelection: boolean): readonly CommandGroup[] {
  return onSelection ? ["node", "edit"] : ["run", "edit", "node", "view"];
}

/** What nobody looks for under the right mouse button. */
const ELSEWHERE = new Set(["undo", "redo", "deselect", "zoom-in", "zoom-out", "publish", "toggle-mode"]);

function fits(command: Command): boolean {
  return !command.keysOnly && !ELSEWHERE.has(command.id);
}
