/** A file may be chosen again after it was mended: browsers say nothing of a choice that is the same as the last. */

/** Forget what an input for files holds when its dialog is opened; whoever listens to it has taken the files. */
export function forgetChosenFiles(): void {
  const forget = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.type === "file") target.value = "";
  };
  window.addEventListener("click", forget, true);
}
