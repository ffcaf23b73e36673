/** State of the search panel: hits and replacement. */

import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useEditor } from "@/commands/editor-context";
import { LABELS } from "@/commands/labels";
import { fieldsOf } from "@/document/form-schema";
import { expressionOf, type Search } from "@/document/search-pattern";
import { findHits, type Hit, hitsOf, NOTHING, replaceOperations } from "@/document/search-texts";
import { textsIn } from "@/document/texts";
import type { GraphDocument } from "@/document/types";
import { schemaPart } from "@/features/editor/inspector/split-schema";
import type { PatternResult, PatternTask } from "@/features/editor/search/pattern-worker";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

/** Timeout of a regular expression search; a thousand long texts take a tenth of it. */
const LIMIT_MS = 1_000;

export function useSearch() {
  const editor = useEditor();
  const types = useNodeTypeIndex();
  const nodes = useDocument((state) => state.nodes);
  const order = useDocument((state) => state.order);
  const [search, setSearch] = useState<Search>(NO_SEARCH);
  const [at, setAt] = useState<number | null>(null);
  const wanted = useDeferredValue(search);
  const { hits, isCut, problem } = useFound({ nodes, order, edges: {} }, wanted);
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
    /** Why an expression finds nothing. */
    problem,
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

const NO_SEARCH: Search = { query: "", matchCase: false, wholeWord: false, isExpression: false };

/** Words are looked for at once; an expression where it can be stopped. */
function useFound({ nodes, order }: GraphDocument, search: Search) {
  const types = useNodeTypeIndex();
  const words = useMemo(
    () => findHits({ nodes, order, edges: {} }, types, search),
    [nodes, order, types, search],
  );
  const expression = useMemo(
    () => (search.isExpression && search.query !== "" ? expressionOf(search) : null),
    [search],
  );
  const task = useMemo(() => {
    if (!(expression instanceof RegExp)) return null;
    const texts = [...textsIn({ nodes, order, edges: {} }, types)].map(({ text }) => text);
    return { texts, pattern: expression };
  }, [nodes, order, types, expression]);
  const matches = usePatternMatches(task);
  const found = useMemo(() => {
    if (!matches || matches.found === "late") return NOTHING;
    const { found: ranges } = matches;
    return hitsOf({ nodes, order, edges: {} }, types, search, (_text, at) => ranges[at] ?? []);
  }, [matches, nodes, order, types, search]);
  if (!search.isExpression) return { ...words, problem: null };
  const problem = typeof expression === "string" ? expression : matches?.found === "late" ? "late" : null;
  return { ...found, problem };
}

type PatternMatches = { task: PatternTask; found: PatternResult | "late" };

/** Runs an expression over texts; null until it has ended, and while there is none. */
function usePatternMatches(task: PatternTask | null): PatternMatches | null {
  const [matches, setMatches] = useState<PatternMatches | null>(null);
  useEffect(() => {
    if (!task) return;
    const worker = new Worker(new URL("./pattern-worker.ts", import.meta.url), { type: "module" });
    const end = (found: PatternMatches["found"]) => {
      clearTimeout(timer);
      worker.terminate();
      setMatches({ task, found });
    };
    // Counted from when it is there: on a slow line the script itself takes longer.
    let timer: ReturnType<typeof setTimeout> | undefined;
    worker.onmessage = ({ data }: MessageEvent<"ready" | PatternResult>) => {
      if (data !== "ready") return end(data);
      timer = setTimeout(() => end("late"), LIMIT_MS);
      worker.postMessage(task);
    };
    worker.onerror = () => end("late");
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [task]);
  return task && matches?.task === task ? matches : null;
}
