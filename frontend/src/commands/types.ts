/** An editor command: menus, keys, context menu, toolbars and the command palette all use the same object. */

import type { Editor } from "@/commands/editor-context";
import type { IconName } from "@/components/icons";
import type { Message } from "@/i18n/local-text";

export const COMMAND_GROUPS = ["run", "edit", "node", "arrange", "view", "help"] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export type Command = {
  id: string;
  /** In the texts of each language (`commands.json`) under the id. */
  title: Message;
  icon: IconName;
  group: CommandGroup;
  /** E.g. `mod+shift+z`, `?`, `alt+ArrowRight`; `mod` is Ctrl, or ⌘ on a Mac. The first one is shown. */
  keys: readonly string[];
  /** Also works while a text field has the focus, unless that is in a dialog. */
  inFields?: boolean;
  /** The browser's own clipboard event does the work for the keys; `run` is for menus. */
  native?: boolean;
  /** Not listed in menus and the palette: makes sense with keys only. */
  keysOnly?: boolean;
  when(editor: Editor): boolean;
  run(editor: Editor, event?: KeyboardEvent): void | Promise<void>;
};

/** The commands of a group, in the order in which menus list them. */
export function commandsOf(group: CommandGroup, definitions: Omit<Command, "title" | "group">[]): Command[] {
  return definitions.map((own) => ({ ...own, group, title: { key: `commands:title.${own.id}` } }));
}
