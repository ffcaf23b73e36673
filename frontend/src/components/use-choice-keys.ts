/** The keys of a combobox. Its field keeps the focus; arrows move over the choices, and Enter takes the marked one. */

import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";

type Options = {
  count: number;
  /** Marked at first, and after other words: -1 for nothing, so that the first Enter only marks. */
  initial: 0 | -1;
  onPick: (index: number) => void;
  /** Null where Escape is for others. */
  onEscape: (() => void) | null;
};

export type OptionProps = { id: string; role: "option"; "aria-selected": boolean };

export function useChoiceKeys({ count, initial, onPick, onEscape }: Options) {
  const [at, setAt] = useState<number>(initial);
  const list: RefObject<HTMLDivElement | null> = useRef(null);
  const id = useId();
  const active = Math.min(at, count - 1);
  useEffect(() => {
    if (active >= 0)
      list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") setAt(Math.min(active + 1, count - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(active - 1, Math.min(active, 0)));
    else if (event.key === "Escape" && onEscape) onEscape();
    else if (event.key === "Enter" && count > 0) active >= 0 ? onPick(active) : setAt(0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    restart: () => setAt(initial),
    field: {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": count > 0,
      "aria-controls": count > 0 ? id : undefined,
      "aria-activedescendant": active >= 0 ? `${id}-${active}` : undefined,
      onKeyDown,
    } as const,
    /** For the element with the role `listbox`. */
    list: { ref: list, id },
    option: (index: number): OptionProps => ({
      id: `${id}-${index}`,
      role: "option",
      "aria-selected": index === active,
    }),
  };
}
