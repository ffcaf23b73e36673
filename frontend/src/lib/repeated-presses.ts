/** A key that is held down and a double click mean one act: what they make or send is made once. */

/** Where a held Enter writes lines. */
const LINES = "textarea, [contenteditable=true]";
const SENDERS = "[type=submit], [role=menuitem]";

/** Refuse the rest of a press, which would also act on what the first of it has opened. */
export function refuseRepeatedPresses(): void {
  let pressed: EventTarget | null = null;
  const refuse = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter") return;
      if (!event.repeat) pressed = event.target;
      else if (event.target !== pressed || event.ctrlKey || event.metaKey || !isIn(event, LINES))
        refuse(event);
    },
    true,
  );
  window.addEventListener(
    "click",
    (event) => {
      if (event.detail > 1 && isIn(event, SENDERS)) refuse(event);
    },
    true,
  );
}

function isIn({ target }: Event, places: string): boolean {
  return target instanceof Element && target.closest(places) !== null;
}
