/** Keyboard shortcuts of commands, default and custom, and the allowed keys. */

import { localText, type Message } from "@/i18n/local-text";
import { useKeyStore } from "@/stores/key-store";
import { isSameKeys, keyText, parseKeys } from "./keys";
import { COMMANDS } from "./registry";
import type { Command } from "./types";

type Chosen = Readonly<Record<string, string>>;

export function keysOf(command: Command, chosen: Chosen = useKeyStore.getState().chosen): readonly string[] {
  const own = chosen[command.id];
  if (own !== undefined) return [own];
  // A key that was given to another command is that one's.
  const taken = Object.values(chosen);
  return command.keys.filter((keys) => !taken.some((other) => isSameKeys(keys, other)));
}

export function useKeysOf(command: Command): readonly string[] {
  return keysOf(
    command,
    useKeyStore((state) => state.chosen),
  );
}

/** The keys of a command as tooltips and menus write them; empty without any. */
export function useKeyText(command: Command): string {
  const [keys] = useKeysOf(command);
  return keys === undefined ? "" : keyText(keys);
}

/** The clipboard's keys are the browser's, and arrows mean directions. */
export function isRebindable({ native, keysOnly }: Command): boolean {
  return !native && !keysOnly;
}

/** Keys that browsers keep for themselves, or by which people move about in a page. */
const RESERVED = [
  ...["t", "n", "w", "q", "r", "l", "Tab", "1", "2", "3", "4", "5", "6", "7", "8", "9"].map(
    (key) => `mod+${key}`,
  ),
  ...["t", "n", "w", "r", "i", "j", "Tab"].map((key) => `mod+shift+${key}`),
  ...["c", "x", "v"].map((key) => `mod+${key}`),
  ...["F5", "F11", "F12", "alt+F4", "Tab", "shift+Tab", " ", "Escape"],
];

/** Why a command may not have these keys; null when it may. */
export function keyFault(command: Command, keys: string): Message | null {
  if (RESERVED.some((reserved) => isSameKeys(reserved, keys))) {
    return { key: "editor:shortcuts.reserved", values: { keys: keyText(keys) } };
  }
  const { key, mod, alt } = parseKeys(keys);
  if (command.inFields && !mod && !alt && !/^F\d/.test(key)) return { key: "editor:shortcuts.whileTyping" };
  const other = COMMANDS.find(
    (one) => one.id !== command.id && keysOf(one).some((taken) => isSameKeys(taken, keys)),
  );
  return other
    ? { key: "editor:shortcuts.taken", values: { keys: keyText(keys), title: localText(other.title) } }
    : null;
}
