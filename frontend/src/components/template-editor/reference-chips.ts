/**
 * Shows each reference of a template as a chip: one unit for the caret, its name in words.
 *
 * A reference in which the caret is stays text, or the next key would land beside it.
 */

import type { EditorState, Extension, Range } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { isKnown, type Reference, readable, referencesIn, unitPath } from "./template-syntax";
import { variablesState } from "./variables-state";

class ChipWidget extends WidgetType {
  constructor(
    readonly label: string,
    readonly known: boolean,
    readonly path: string,
  ) {
    super();
  }

  override eq(other: ChipWidget): boolean {
    return other.label === this.label && other.known === this.known && other.path === this.path;
  }

  toDOM(): HTMLElement {
    const chip = document.createElement("span");
    chip.className = this.known ? "fl-chip" : "fl-chip fl-chip-unknown";
    chip.textContent = this.label;
    chip.title = this.path;
    return chip;
  }
}

/** In longer texts references stay text: every key would read all of them again. */
const LONGEST = 100_000;

/** The references that are chips now; exported for tests. */
export function chipsIn(state: EditorState, hasFocus: boolean): Reference[] {
  if (state.doc.length > LONGEST) return [];
  const { ranges } = state.selection;
  const isOpen = ({ from, to }: Reference) =>
    hasFocus && ranges.some(({ head, anchor }) => [head, anchor].some((at) => at > from && at < to));
  return referencesIn(state.doc.toString()).filter(
    (reference) => unitPath(reference) !== null && !isOpen(reference),
  );
}

function decorate({ state, hasFocus }: EditorView): DecorationSet {
  const known = state.field(variablesState);
  const chips = chipsIn(state, hasFocus).flatMap((reference): Range<Decoration>[] => {
    const path = unitPath(reference);
    if (!path) return [];
    const widget = new ChipWidget(readable(path, known), isKnown(path, known), reference.text);
    return [Decoration.replace({ widget }).range(reference.from, reference.to)];
  });
  return Decoration.set(chips);
}

export const referenceChips: Extension = ViewPlugin.fromClass(
  class {
    chips: DecorationSet;
    constructor(view: EditorView) {
      this.chips = decorate(view);
    }
    update({ view, state, startState, docChanged, selectionSet, focusChanged }: ViewUpdate) {
      const isNew = state.field(variablesState) !== startState.field(variablesState);
      if (docChanged || selectionSet || focusChanged || isNew) this.chips = decorate(view);
    }
  },
  {
    decorations: (value) => value.chips,
    provide: (self) => EditorView.atomicRanges.of((view) => view.plugin(self)?.chips ?? Decoration.none),
  },
);
