import { type ChangeEvent, type KeyboardEvent, useState } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement;
type Options = {
  text: string;
  /** True if this Enter ends the input. */
  isEnd: (event: KeyboardEvent<Field>) => boolean;
  /** Called when the field is left; null when what was typed is thrown away. */
  onClose: (text: string | null) => void;
};

/** A field on the canvas that keeps its text to itself until it is left; Escape throws it away. */
export function useDraft({ text, isEnd, onClose }: Options) {
  const [draft, setDraft] = useState(text);
  return {
    value: draft,
    onChange: (event: ChangeEvent<Field>) => setDraft(event.currentTarget.value),
    onBlur: () => onClose(draft),
    onKeyDown: (event: KeyboardEvent<Field>) => {
      event.stopPropagation();
      if (event.nativeEvent.isComposing) return;
      if (event.key === "Escape") onClose(null);
      if (event.key === "Enter" && isEnd(event)) onClose(draft);
    },
  };
}

/** `ref` that selects the text of a field, to be overwritten. */
export function focusAndSelect(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
  field?.select();
}
