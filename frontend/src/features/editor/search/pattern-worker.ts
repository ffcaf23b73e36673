/** Looks for an expression in a thread of its own, which can be ended: some take longer than anybody lives. */

import { type Match, matchesIn } from "@/document/search-pattern";

export type PatternTask = { texts: readonly string[]; pattern: RegExp };
/** The matches of each text, in their order. */
export type PatternResult = Match[][];

/** In all texts together; more are not shown. */
const MAX_MATCHES = 5_000;

self.onmessage = ({ data: { texts, pattern } }: MessageEvent<PatternTask>) => {
  let left = MAX_MATCHES;
  const found: PatternResult = texts.map((text) => {
    const matches: Match[] = [];
    for (const match of matchesIn(text, pattern)) {
      if (left === 0) break;
      left -= 1;
      matches.push(match);
    }
    return matches;
  });
  self.postMessage(found);
};
self.postMessage("ready");
