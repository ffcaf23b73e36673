/** Examples of the documents that ordered this product, as they are printed; `tests/seeds.py` is the same in Python. */

import { readFileSync } from "node:fs";

/** The text of a fenced block under a heading, counted from 0. */
export function block(seed: string, heading: string, index: number): string {
  const text = readFileSync(`../tests/fixtures/seeds/${seed}.txt`, "utf8");
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const found = [...section.matchAll(/^```\w*\n(.*?)^```/gms)][index]?.[1];
  if (found === undefined) throw new Error(`seed ${seed} has no block ${index} under ${heading}`);
  return found;
}
