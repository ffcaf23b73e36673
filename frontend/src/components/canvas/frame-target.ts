/** Showing which frame would take what is being dragged. */

const MARK = "fl-frame-target";

/** Mark one frame as the place where the drop goes; null for none. */
export function markFrame(key: string | null): void {
  const marked = document.querySelector(`.${MARK}`);
  if (marked?.getAttribute("data-id") === key) return;
  marked?.classList.remove(MARK);
  if (key === null) return;
  document.querySelector(`.react-flow__node[data-id="${CSS.escape(key)}"]`)?.classList.add(MARK);
}
