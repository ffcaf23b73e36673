/** Looks for variables by words of their path, of their node or of their title. Pure. */

import type { Variable, VariableGroup } from "@/document/variables";
import type { Message } from "@/i18n/local-text";

/** The groups in which something was found, each with those of its variables in which every word occurs. */
export function findVariables(
  groups: readonly VariableGroup[],
  query: string,
  local: (text: Message) => string,
): VariableGroup[] {
  const words = query
    .toLowerCase()
    .split(/[\s.[\]"']+/)
    .filter(Boolean);
  const fits = (group: VariableGroup, { reference, title }: Variable) => {
    const text = `${reference} ${local(group.title)} ${local(title)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, variables: group.variables.filter((variable) => fits(group, variable)) }))
    .filter(({ variables }) => variables.length > 0);
}
