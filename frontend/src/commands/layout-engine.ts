/** One layout worker for the page, started by the first use. */

import { type LayoutEngine, loadLayoutEngine } from "@/document/layout";

let engine: Promise<LayoutEngine> | null = null;

export function layoutEngine(): Promise<LayoutEngine> {
  engine ??= loadLayoutEngine().catch((error: unknown) => {
    engine = null;
    throw error;
  });
  return engine;
}
