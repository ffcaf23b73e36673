import { type RefObject, useEffect } from "react";

/** Brings the first refused field of a long form into sight, with the focus in it, once a save has failed. */
export function useFirstFault(form: RefObject<HTMLElement | null>, failure: Error | null): void {
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, failure]);
}
