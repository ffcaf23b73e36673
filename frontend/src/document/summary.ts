/** What a node does here, in one or two lines: drawn on its card. One module of `summaries/` for each type, named as it. */

import type { Summary, SummaryLine, SummaryLookups } from "./summary-lines";
import type { NodeDoc } from "./types";

const MODULES = import.meta.glob<Summary>("./summaries/*.ts", { eager: true, import: "summary" });

/** An empty list for a type without a module. */
export function summarise(node: NodeDoc, lookups: SummaryLookups = {}): SummaryLine[] {
  return MODULES[`./summaries/${node.type}.ts`]?.(node.config, lookups).slice(0, 2) ?? [];
}
