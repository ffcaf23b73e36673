import { VisuallyHidden } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isRebindable, keyFault, useKeysOf } from "@/commands/bindings";
import { keyCaps, keysFrom } from "@/commands/keys";
import type { Command } from "@/commands/types";
import { IconButton } from "@/components/icon-button";
import { type Message, useLocalText } from "@/i18n/local-text";
import { chooseKeys, resetKeys, useKeyStore } from "@/stores/key-store";
import classes from "./shortcut-sheet.module.css";

type Props = { command: Command; asking: boolean; onAsk: (wanted: boolean) => void };

/** A command and its keys; a click on them waits for others to be pressed. */
export function ShortcutRow({ command, asking, onAsk }: Props) {
  const { t } = useTranslation("editor");
  const local = useLocalText();
  const [keys] = useKeysOf(command);
  const isChanged = useKeyStore((state) => command.id in state.chosen);
  const title = local(command.title);
  const fault = useNextKeys(command, asking, () => onAsk(false));
  const caps = keys === undefined ? <span className={classes.none}>–</span> : <Caps keys={keys} />;
  return (
    <div className={classes.row}>
      <dt>{title}</dt>
      <dd>
        {isChanged && (
          <IconButton
            icon="rotate-clockwise"
            iconSize={13}
            size="xs"
            color="gray"
            label={t("shortcuts.reset", { title })}
            title={t("shortcuts.reset", { title })}
            onClick={() => resetKeys(command.id)}
          />
        )}
        {isRebindable(command) ? (
          <button type="button" className={classes.keys} aria-pressed={asking} onClick={() => onAsk(!asking)}>
            <VisuallyHidden>{t("shortcuts.change", { title })}</VisuallyHidden>
            {asking ? t("shortcuts.press") : caps}
          </button>
        ) : (
          caps
        )}
      </dd>
      {fault && (
        <p className={classes.fault} role="alert">
          {local(fault)}
        </p>
      )}
    </div>
  );
}

function Caps({ keys }: { keys: string }) {
  return keyCaps(keys).map((cap) => <kbd key={cap}>{cap}</kbd>);
}

/** While it is asked for, the next keys are the command's; says why they cannot be. Escape leaves the old ones. */
function useNextKeys(command: Command, asking: boolean, onDone: () => void): Message | null {
  const [fault, setFault] = useState<Message | null>(null);
  useEffect(() => {
    if (!asking) return;
    const onKeyDown = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      const keys = keysFrom(event);
      if (keys === null) return;
      const found = keys === "Escape" ? null : keyFault(command, keys);
      setFault(found);
      if (found) return;
      if (keys !== "Escape") chooseKeys(command.id, keys);
      onDone();
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  });
  // A fault is forgotten with the question.
  useEffect(() => {
    if (!asking) setFault(null);
  }, [asking]);
  return fault;
}
