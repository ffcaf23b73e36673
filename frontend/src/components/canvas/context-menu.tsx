/** The menu of the right mouse button: every command that applies, with its key. */

import { Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useEditor } from "@/commands/editor-context";
import type { CommandGroup } from "@/commands/types";
import { useUi } from "@/stores/ui-store";
import { CommandItems, menuCommands } from "./command-items";

export type ContextTarget = { x: number; y: number };

type Props = { target: ContextTarget | null; onClose: () => void };

export function ContextMenu({ target, onClose }: Props) {
  const { t } = useTranslation("canvas");
  const editor = useEditor();
  return (
    <Menu
      opened={target !== null}
      onClose={onClose}
      position="bottom-start"
      width={240}
      shadow="md"
      offset={0}
      // It has the focus before the next key, which is a command on the canvas.
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          className="fl-menu-anchor"
          aria-label={t("menu")}
          style={{ left: target?.x, top: target?.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {target &&
          groupsFor(isOnSelection())
            .filter((group) => menuCommands(group).some((command) => command.when(editor)))
            .map((group, index) => <Section key={group} group={group} divided={index > 0} />)}
      </Menu.Dropdown>
    </Menu>
  );
}

function Section({ group, divided }: { group: CommandGroup; divided: boolean }) {
  return (
    <>
      {divided && <Menu.Divider />}
      {group === "arrange" ? <ArrangeItems /> : <CommandItems group={group} />}
    </>
  );
}

/** Folded away: eight entries of one kind. */
function ArrangeItems() {
  const { t } = useTranslation("canvas");
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{t("arrange")}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown w={280}>
        <CommandItems group="arrange" />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

function isOnSelection(): boolean {
  const { selection, selectedEdges } = useUi.getState();
  return selection.length + selectedEdges.length > 0;
}

function groupsFor(onSelection: boolean): readonly CommandGroup[] {
  return onSelection ? ["node", "arrange", "edit"] : ["run", "edit", "node", "view"];
}
