/** All commands, subject by subject as menus list them. A new command is an entry in its subject's list in `all/`. */

import { ARRANGE } from "./all/arrange";
import { EDIT } from "./all/edit";
import { HELP } from "./all/help";
import { NODE } from "./all/node";
import { RUN } from "./all/run";
import { TIDY_UP } from "./all/tidy-up";
import { VIEW } from "./all/view";
import type { Command } from "./types";

export const COMMANDS: readonly Command[] = [
  ...RUN,
  ...EDIT,
  ...NODE,
  ...ARRANGE,
  ...TIDY_UP,
  ...VIEW,
  ...HELP,
];

const BY_ID = new Map(COMMANDS.map((command) => [command.id, command]));
if (BY_ID.size < COMMANDS.length) throw new Error("Two commands have the same id");

/** @throws Error for an id that no command has. */
export function commandById(id: string): Command {
  const found = BY_ID.get(id);
  if (!found) throw new Error(`There is no command ${id}. Known: ${[...BY_ID.keys()].join(", ")}`);
  return found;
}
