/** An editor of one line: Enter does nothing, and what is pasted or dropped in comes as one line. */

import { EditorState, type Extension, Prec, type TransactionSpec } from "@codemirror/state";
import { keymap } from "@codemirror/view";

const LINE_BREAKS = /(?<!\s)\s*\n\s*/g;

/** A text without its line breaks and the spaces around them; exported for tests. */
export const oneLine = (text: string): string => text.replace(LINE_BREAKS, " ");

const asOneLine = EditorState.transactionFilter.of((transaction) => {
  const specs: TransactionSpec[] = [];
  let hasBreak = false;
  transaction.changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    hasBreak ||= inserted.lines > 1;
    specs.push({ changes: { from, to, insert: oneLine(inserted.toString()) } });
  });
  if (!hasBreak) return transaction;
  const changes = transaction.startState.changes(specs.flatMap((spec) => spec.changes ?? []));
  return { changes, selection: { anchor: changes.mapPos(transaction.startState.selection.main.to, 1) } };
});

export const singleLine: Extension = [
  asOneLine,
  Prec.high(keymap.of([{ key: "Enter", shift: () => true, run: () => true }])),
];
