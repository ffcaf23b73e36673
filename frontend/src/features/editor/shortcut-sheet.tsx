/** All shortcuts on one sheet, drawn from the commands, so it is never out of date; each can be given other keys. */

import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isRebindable } from "@/commands/bindings";
import { COMMANDS } from "@/commands/registry";
import { COMMAND_GROUPS, type CommandGroup } from "@/commands/types";
import { resetAllKeys, useKeyStore } from "@/stores/key-store";
import { useUi } from "@/stores/ui-store";
import { ShortcutRow } from "./shortcut-row";
import classes from "./shortcut-sheet.module.css";

export function ShortcutSheet() {
  const { t } = useTranslation("editor");
  const isChanged = useKeyStore((state) => Object.keys(state.chosen).length > 0);
  /** The command that gets new keys with the next press. */
  const [asking, setAsking] = useState<string | null>(null);
  return (
    <Modal
      opened
      onClose={() => useUi.getState().set({ dialog: null })}
      closeOnEscape={asking === null}
      title={t("shortcuts.title")}
      size={880}
    >
      <div className={classes.head}>
        <p>{t("shortcuts.how")}</p>
        {isChanged && (
          <Button size="compact-xs" variant="default" onClick={resetAllKeys}>
            {t("shortcuts.resetAll")}
          </Button>
        )}
      </div>
      <div className={classes.sheet}>
        {COMMAND_GROUPS.map((group) => (
          <Group key={group} group={group} asking={asking} onAsk={setAsking} />
        ))}
        <section className={classes.group}>
          <h3>{t("shortcuts.mouse")}</h3>
          <dl>
            <MouseRow text={t("shortcuts.pan")} how={t("shortcuts.panHow")} />
            <MouseRow text={t("shortcuts.zoom")} how={t("shortcuts.zoomHow")} />
            <MouseRow text={t("shortcuts.box")} how={t("shortcuts.boxHow")} />
            <MouseRow text={t("shortcuts.more")} how={t("shortcuts.moreHow")} />
          </dl>
        </section>
      </div>
    </Modal>
  );
}

type GroupProps = { group: CommandGroup; asking: string | null; onAsk: (command: string | null) => void };

function Group({ group, asking, onAsk }: GroupProps) {
  const { t } = useTranslation("editor");
  const commands = COMMANDS.filter(
    (command) => command.group === group && (command.keys.length > 0 || isRebindable(command)),
  );
  return (
    <section className={classes.group}>
      <h3>{t(`group.${group}`)}</h3>
      <dl>
        {commands.map((command) => (
          <ShortcutRow
            key={command.id}
            command={command}
            asking={asking === command.id}
            onAsk={(wanted) => onAsk(wanted ? command.id : null)}
          />
        ))}
      </dl>
    </section>
  );
}

function MouseRow({ text, how }: { text: string; how: string }) {
  return (
    <div className={classes.row}>
      <dt>{text}</dt>
      <dd>{how}</dd>
    </div>
  );
}
