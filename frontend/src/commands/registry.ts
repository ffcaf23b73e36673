/** All commands: every module in `all/`. A new command is one file there. */

import { COMMAND_GROUPS, type Command } from "./types";

const modules = import.meta.glob<{ default: Command }>("./all/*.ts", { eager: true });

export const COMMANDS: readonly Command[] = collect(Object.values(modules).map((module) => module.default));

const BY_ID = new Map(COMMANDS.map((command) => [command.id, command]));

/** @throws Error for an id that no command has. */
export function commandById(id: string): Command {
  const found = BY_ID.get(id);
  if (!found) throw new Error(`There is no command ${id}. Known: ${[...BY_ID.keys()].join(", ")}`);
  return found;
}

function collect(commands: Command[]): Command[] {
  const ids = new Set<string>();
  for (const { id } of commands) {
    if (ids.has(id)) throw new Error(`Two commands have the id ${id}`);
    ids.add(id);
  }
  const rank = (command: Command) => COMMAND_GROUPS.indexOf(command.group) * 1000 + command.order;
  return commands.sort((a, b) => rank(a) - rank(b));
}
