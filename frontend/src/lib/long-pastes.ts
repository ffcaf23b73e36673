/** Refuses pastes and drops that would make a plain text field too long: the page would stand still while it is drawn. */

/** The longest text that the server reads as one value; fields stay quick with it. */
export const MAX_CHARACTERS = 200_000;

type TextField = HTMLInputElement | HTMLTextAreaElement;

function textField(target: EventTarget | null): TextField | null {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement ? target : null;
}

/** @param onRefused takes the length that the text would have had. */
export function refuseLongPastes(onRefused: (length: number) => void): void {
  const check = (event: Event, data: DataTransfer | null) => {
    const field = textField(event.target);
    if (!field) return;
    const pasted = data?.getData("text/plain").length ?? 0;
    if (pasted === 0) return;
    const replaced = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
    const length = field.value.length - replaced + pasted;
    if (length <= MAX_CHARACTERS) return;
    event.preventDefault();
    onRefused(length);
  };
  window.addEventListener("paste", (event) => check(event, event.clipboardData), true);
  window.addEventListener("drop", (event) => check(event, event.dataTransfer), true);
}
