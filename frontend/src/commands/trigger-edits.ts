/** Edits of what starts runs. Each is one step of the history. */

import type { DocumentStore } from "@/stores/document-store";

const LABELS = { on: { key: "commands:edit.triggerOn" }, off: { key: "commands:edit.triggerOff" } };

/** Turn a trigger on or off in the draft. */
export function switchTrigger(store: DocumentStore, key: string, enabled: boolean): void {
  const state = store.getState();
  const node = state.nodes[key];
  if (!node) return;
  const changes = { config: { ...node.config, enabled } };
  state.applyChanges([{ op: "update_node", key, changes }], { label: enabled ? LABELS.on : LABELS.off });
}
