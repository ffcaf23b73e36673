/** A key that is held down and a double click mean one act: what they make or send is made once. */

/** Elements where a held Enter writes lines. */
const LINES = "textarea, [contenteditable=true]";
const SENDERS = "[type=submit], [role=menuitem]";

let clicked: Element | null = null;
/** The button with the last sending click. */
let sender: Element | null = null;

/** Remember that something is sent: a second click of a double click on what was just clicked does not send it again. */
export function noteSending(): void {
  if (clicked) sender = clicked;
}

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
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (event.detail > 1 && (isIn(event, SENDERS) || (button !== null && button === sender))) {
        refuse(event);
        return;
      }
      sender = null;
      clicked = button;
      // What a click sends is on its way before the next task.
      setTimeout(() => {
        clicked = null;
      });
    },
    true,
  );
}

function isIn({ target }: Event, places: string): boolean {
  return target instanceof Element && target.closest(places) !== null;
}
