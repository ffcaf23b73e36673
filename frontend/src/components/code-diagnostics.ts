/** Findings of the server as CodeMirror draws them. */

import type { Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { CodeFinding } from "@/api/types";

/** The place of a finding in the text as it is now: it may have become shorter since it was looked through. */
export function placeOf({ line, column }: CodeFinding, text: Text): { from: number; to: number } {
  const found = text.line(Math.min(Math.max(line, 1), text.lines));
  const from = Math.min(found.from + codeUnits(found.text, column - 1), found.to);
  const word = /^[\p{L}\p{N}_]+/u.exec(text.sliceString(from, found.to));
  return { from, to: word ? from + word[0].length : found.to };
}

export function toDiagnostics(
  findings: readonly CodeFinding[],
  text: Text,
  local: (message: CodeFinding["message"]) => string,
): Diagnostic[] {
  return findings.map((finding) => ({
    ...placeOf(finding, text),
    severity: finding.severity,
    message: local(finding.message),
  }));
}

/** Columns count characters; the editor counts UTF-16 units. */
function codeUnits(line: string, characters: number): number {
  let units = 0;
  let left = characters;
  for (const character of line) {
    if (left <= 0) break;
    units += character.length;
    left -= 1;
  }
  return units;
}
