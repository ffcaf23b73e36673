/** What the search panel has found, and replacing it. */

import { useDeferredValue, useMemo, useState } from "react";
import { useEditor } from "@/commands/editor-context";
import { LABELS } from "@/commands/labels";
import { fieldsOf } from "@/document/form-schema";
import { findHits, type Hit, replaceOperations, type Search } from "@/document/search-texts";
import { schemaPart } from "@/features/editor/inspector/split-schema";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

export function useSearch() {
  const editor = useEditor();
  const types = useNodeTypeIndex();
  const nodes = useDocument((state) => state.nodes);
  const order = useDocument((state) => state.order);
  const [search, setSearch] = useState<Search>({ query: "", matchCase: false, wholeWord: false });
  const [at, setAt] = useState<number | null>(null);
  const wanted = useDeferredValue(search);
  const { hits, isCut } = useMemo(
    () => findHits({ nodes, order, edges: {} }, types, wanted),
    [nodes, order, types, wanted],
  );
  /** Open the node of a hit; `focus` takes the caret to the field, too. */
  const show = (index: number, focus: boolean) => {
    const hit = hits[index];
    if (!hit) return;
    setAt(index);
    const [part, field] = hit.path;
    const name = part === "config" ? String(field) : null;
    const tools = schemaPart(types[nodes[hit.node]?.type ?? ""]?.config_schema ?? {}, "tools");
    const tab = name !== null && name in fieldsOf(tools) ? "tools" : "settings";
    useUi.getState().openNode(hit.node, tab, focus ? name : null);
    editor.canvas.reveal([hit.node]);
  };
  const replace = (which: readonly Hit[], replacement: string) => {
    const state = editor.document.getState();
    const operations = replaceOperations(state, types, which, replacement);
    if (operations.length > 0) state.applyChanges(operations, { label: LABELS.replace });
  };
  return {
    search,
    change: (changes: Partial<Search>) => {
      setSearch({ ...search, ...changes });
      setAt(null);
    },
    hits,
    isCut,
    /** The hit that was shown last. */
    at: at !== null && at < hits.length ? at : null,
    show: (index: number) => show(index, true),
    step: (by: 1 | -1) => {
      const from = at ?? (by === 1 ? -1 : 0);
      if (hits.length > 0) show((from + by + hits.length) % hits.length, false);
    },
    replace,
  };
}
