/** Actions on several selected nodes, at the top of the canvas, visible at every zoom. */

import { Menu } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useEditor } from "@/commands/editor-context";
import { commandById } from "@/commands/registry";
import { CommandButton } from "@/components/command-button";
import { IconButton } from "@/components/icon-button";
import { Tipped } from "@/components/tipped";
import { CommandItems } from "./command-items";

const ACTIONS = [
  "auto-layout",
  "group",
  "fold",
  "bypass",
  "shared-settings",
  "extract-workflow",
  "duplicate",
  "delete",
].map(commandById);

export function SeveralBar({ count }: { count: number }) {
  const { t } = useTranslation("canvas");
  const editor = useEditor();
  return (
    <div className="fl-several-bar" role="toolbar" aria-label={t("selected", { count })}>
      <span className="fl-several-count">{t("selected", { count })}</span>
      <ArrangeMenu />
      {ACTIONS.filter((action) => action.when(editor)).map(({ id }) => (
        <CommandButton key={id} id={id} size="sm" />
      ))}
    </div>
  );
}

function ArrangeMenu() {
  const { t } = useTranslation("canvas");
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu position="bottom-start" width={280} shadow="md" onChange={setOpen}>
      <Menu.Target>
        <Tipped label={t("arrange")} disabled={isOpen}>
          <IconButton icon="layout-align-left" iconSize={16} size="sm" color="gray" label={t("arrange")} />
        </Tipped>
      </Menu.Target>
      <Menu.Dropdown>
        <CommandItems group="arrange" />
      </Menu.Dropdown>
    </Menu>
  );
}
