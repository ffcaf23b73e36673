/** A file that is dropped beside the places for files: the browser would open it in place of the page. */

const PLACES = "input, [contenteditable=true]";

/** Refuse files that nothing on the page takes. */
export function refuseFileDrops(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    if (event.target instanceof Element && event.target.closest(PLACES)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  };
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
}
