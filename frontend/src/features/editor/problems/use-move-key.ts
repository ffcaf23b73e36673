/** Moves the key in a request into a credential: the settings refer to it in one edit, which can be undone. */

import { ask } from "@/api/http";
import { LABELS } from "@/commands/labels";
import { useSave } from "@/components/use-save";
import { changeOperations } from "@/document/ports";
import { type KeyedRequest, settingsAt, withChanged } from "@/document/request-key";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { useDocumentStore } from "@/stores/document-store";

export type KeyPlace = KeyedRequest & { node: string };

export function useMoveKey() {
  const store = useDocumentStore();
  const types = useNodeTypeIndex();
  return useSave(
    async ({ node: key, path, type }: KeyPlace) => {
      const before = settingsAt(store.getState().nodes[key]?.config ?? {}, path);
      const { config } = await ask("post", "/api/credentials/from-request/", {
        body: { config: before, type },
      });
      const node = store.getState().nodes[key];
      if (!node) return;
      const changes = { config: withChanged(node.config, path, before, config) };
      const operations = changeOperations(store.getState(), types[node.type], key, changes);
      store.getState().applyChanges(operations, { label: LABELS.moveKey });
    },
    { refreshes: ["/api/credentials/"] },
  );
}
