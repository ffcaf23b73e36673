import { type ChangeEvent, type KeyboardEvent, useState } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement;
type Options = {
  text: string;
  /** Whether this Enter ends the writing. */
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

/** For the `ref` of such a field: what is there can be typed over at once. */
export function focusAndSelect(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
  field?.select();
}
