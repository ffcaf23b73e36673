/** Available references, kept in the editor's state, since they change with every edit of the workflow. */

import { StateEffect, StateField } from "@codemirror/state";
import { ENVIRONMENT, TRIGGER, type VariableGroup } from "@/document/variables";
import { localText } from "@/i18n/local-text";
import type { Known } from "./template-syntax";

export type KnownVariables = Known & { groups: readonly VariableGroup[] };

export const setVariables = StateEffect.define<KnownVariables>();

export const variablesState = StateField.define<KnownVariables>({
  create: () => knownVariables([]),
  update: (value, { effects }) => effects.find((effect) => effect.is(setVariables))?.value ?? value,
});

export function knownVariables(groups: readonly VariableGroup[]): KnownVariables {
  const nodeNames = new Map<string, string>();
  const inputs = new Set<string>();
  const environment = new Set<string>();
  const trigger = groups.find(({ id }) => id === TRIGGER);
  for (const { id, nodeKey, title, variables } of groups) {
    if (id !== "inputs" && nodeKey) nodeNames.set(nodeKey, localText(title));
    else if (id === ENVIRONMENT) for (const { path } of variables) environment.add(path);
    else if (id === "inputs") for (const { path } of variables) inputs.add(path.split(/[.[]/)[0] ?? "");
  }
  return {
    groups,
    nodeNames,
    inputs,
    environment,
    ...(trigger && { triggerName: localText(trigger.title) }),
  };
}
