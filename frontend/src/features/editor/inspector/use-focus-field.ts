/** Brings a field that somebody is led to into view and puts the caret there. */

import { useEffect, useRef } from "react";
import { FIRST_FIELD, useUi } from "@/stores/ui-store";

const FOCUSABLE = "input, textarea, [contenteditable=true], button";
const INTERACTIONS = ["pointerdown", "keydown", "wheel"] as const;

export function useFocusField() {
  const container = useRef<HTMLDivElement>(null);
  const field = useUi((state) => state.focusField);
  const set = useUi((state) => state.set);
  useEffect(() => {
    const body = container.current;
    if (!field || !body) return;
    const show = (): boolean => {
      const name = CSS.escape(field.split(".")[0] ?? field);
      const place = body.querySelector(field === FIRST_FIELD ? "[data-field]" : `[data-field="${name}"]`);
      if (!place) return false;
      const target = place.matches(FOCUSABLE) ? place : place.querySelector(FOCUSABLE);
      // An editor is loaded when the first one is shown, after the field around it.
      if (!(target instanceof HTMLElement)) return false;
      place.scrollIntoView({ block: "center" });
      target.focus();
      set({ focusField: null });
      return true;
    };
    if (show()) return;
    // The form is drawn after the panel has opened: wait until the field is there.
    const observer = new MutationObserver(() => show() && observer.disconnect());
    observer.observe(body, { childList: true, subtree: true });
    // Whoever begins elsewhere meanwhile must not be taken away from there.
    const giveUp = () => set({ focusField: null });
    for (const act of INTERACTIONS) body.addEventListener(act, giveUp, { capture: true });
    return () => {
      observer.disconnect();
      for (const act of INTERACTIONS) body.removeEventListener(act, giveUp, { capture: true });
    };
  }, [field, set]);
  return container;
}
