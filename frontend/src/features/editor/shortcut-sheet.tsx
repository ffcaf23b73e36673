/** All shortcuts on one sheet; drawn from the commands, so it is never out of date. */

import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { keyCaps } from "@/commands/keys";
import { COMMANDS } from "@/commands/registry";
import { COMMAND_GROUPS, type CommandGroup } from "@/commands/types";
import { useLocalText } from "@/i18n/local-text";
import { useUi } from "@/stores/ui-store";
import classes from "./shortcut-sheet.module.css";

export function ShortcutSheet() {
  const { t } = useTranslation("editor");
  const opened = useUi((state) => state.dialog === "shortcuts");
  return (
    <Modal
      opened={opened}
      onClose={() => useUi.getState().set({ dialog: null })}
      title={t("shortcuts.title")}
      size={820}
    >
      <div className={classes.sheet}>
        {COMMAND_GROUPS.map((group) => (
          <Group key={group} group={group} />
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

function Group({ group }: { group: CommandGroup }) {
  const { t } = useTranslation("editor");
  const local = useLocalText();
  const commands = COMMANDS.filter((command) => command.group === group && command.keys.length > 0);
  return (
    <section className={classes.group}>
      <h3>{t(`group.${group}`)}</h3>
      <dl>
        {commands.map((command) => (
          <div key={command.id} className={classes.row}>
            <dt>{local(command.title)}</dt>
            <dd>
              {keyCaps(command.keys[0] ?? "").map((cap) => (
                <kbd key={cap}>{cap}</kbd>
              ))}
            </dd>
          </div>
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
