import { type RefObject, useEffect } from "react";

/** Brings the first refused field of a long form into sight, with the focus in it, once a save has failed. */
export function useFirstFault(form: RefObject<HTMLElement | null>, failure: Error | null): void {
  useEffect(() => {
    const field = failure && form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (!field) return;
    // Editors take the focus without being scrolled to.
    field.focus();
    field.scrollIntoView({ block: "center" });
  }, [form, failure]);
}
