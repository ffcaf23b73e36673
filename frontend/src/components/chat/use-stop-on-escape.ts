import { useEffect } from "react";

/** Elements that Escape closes first. */
const OPEN = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']";

/** Escape stops what is being written, while nothing is open that it would close. */
export function useStopOnEscape(onStop: (() => void) | undefined): void {
  useEffect(() => {
    if (!onStop) return;
    const stop = (event: KeyboardEvent) => {
      // In an input method, it takes back what is being typed.
      if (event.key !== "Escape" || event.isComposing || document.querySelector(OPEN)) return;
      onStop();
    };
    // Before a dialog hears the key, and is closed by the time that it gets here.
    window.addEventListener("keydown", stop, { capture: true });
    return () => window.removeEventListener("keydown", stop, { capture: true });
  }, [onStop]);
}
