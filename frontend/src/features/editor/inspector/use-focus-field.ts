/** Brings a field that somebody is led to into view and puts the caret there. */

import { useEffect } from "react";
import { ADD_TOOL_FIELD } from "@/components/schema-form/controls/tool-picker";
import { useTakeFocus, useTakenFocus } from "@/hooks/use-take-focus";
import { FIRST_FIELD, useUi } from "@/stores/ui-store";

const FOCUSABLE = ":is(input, textarea, [contenteditable=true], button):not([inert] *)";

export function useFocusField() {
  const container = useTakeFocus<HTMLDivElement>("panel");
  const take = useTakenFocus();
  const field = useUi((state) => state.focusField);
  useEffect(() => {
    if (!field || !container.current) return;
    useUi.getState().set({ focusField: null });
    take(container.current, { pick: (body) => bring(body, field) });
  }, [container, field, take]);
  return container;
}

/** An editor is loaded when the first one is shown, after the field around it: null until it is there. */
function bring(body: HTMLElement, field: string): HTMLElement | null {
  const name = CSS.escape(field.split(".")[0] ?? field);
  const place = body.querySelector(field === FIRST_FIELD ? "[data-field]" : `[data-field="${name}"]`);
  const target = place?.matches(FOCUSABLE) ? place : place?.querySelector(FOCUSABLE);
  if (!place || !(target instanceof HTMLElement)) return null;
  place.scrollIntoView({ block: "center" });
  // Its list is what somebody is led to.
  if (field === ADD_TOOL_FIELD) target.click();
  return target;
}
