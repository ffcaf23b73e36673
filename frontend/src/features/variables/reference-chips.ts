/** Shows every reference of a template as a chip in the editor: one unit for the caret, its name in words. */

import type { Extension } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { isKnown, readable } from "./template-syntax";

class ChipWidget extends WidgetType {
  constructor(
    readonly label: string,
    readonly known: boolean,
    readonly path: string,
  ) {
    super();
  }

  override eq(other: ChipWidget): boolean {
    return other.label === this.label && other.known === this.known;
  }

  toDOM(): HTMLElement {
    const chip = document.createElement("span");
    chip.className = this.known ? "fl-chip" : "fl-chip fl-chip-unknown";
    chip.textContent = this.label;
    chip.title = this.path;
    return chip;
  }
}

/** Chips for plain references; a reference with filters stays text, so that the filters can be read. */
export function referenceChips(
  nodeNames: ReadonlyMap<string, string>,
  inputs: ReadonlySet<string>,
): Extension {
  const matcher = new MatchDecorator({
    regexp: /\{\{\s*([^{}|]+?)\s*\}\}/g,
    decoration: (match) => {
      const path = match[1] ?? "";
      return Decoration.replace({
        widget: new ChipWidget(readable(path, nodeNames), isKnown(path, nodeNames, inputs), path),
      });
    },
  });
  const plugin = ViewPlugin.fromClass(
    class {
      chips: DecorationSet;
      constructor(view: EditorView) {
        this.chips = matcher.createDeco(view);
      }
      update(update: ViewUpdate) {
        this.chips = matcher.updateDeco(update, this.chips);
      }
    },
    {
      decorations: (value) => value.chips,
      provide: (self) => EditorView.atomicRanges.of((view) => view.plugin(self)?.chips ?? Decoration.none),
    },
  );
  return plugin;
}
