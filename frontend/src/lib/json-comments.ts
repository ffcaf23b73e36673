/** JSON that people wrote by hand, with comments as in JavaScript. */

import { parseJson } from "@/lib/json";

/** Strings and comments; what is not closed goes to the end, so that each letter is read once. */
const PART = /("[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$))|\/\/[^\r\n]*|\/\*.*?(?:\*\/|$)/gs;

/**
 * Parses JSON with comments.
 *
 * @throws SyntaxError when it is not JSON, or nested too deeply.
 */
export function parseCommentedJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const bare = text.replace(PART, (_, string: string | undefined) => string ?? " ");
    if (bare === text) throw error;
    return parseJson(bare);
  }
}
