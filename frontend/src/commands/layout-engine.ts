/** One layout worker for the page, started by the first use. */

import type { LayoutEngine } from "@/document/layout";

let engine: Promise<LayoutEngine> | null = null;

export function layoutEngine(): Promise<LayoutEngine> {
  engine ??= start().catch((error: unknown) => {
    engine = null;
    throw error;
  });
  return engine;
}

async function start(): Promise<LayoutEngine> {
  const { loadLayoutEngine } = await import("@/document/layout");
  return loadLayoutEngine();
}
