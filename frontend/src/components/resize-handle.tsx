import classes from "./resize-handle.module.css";

const STEP_PX = 24;
const KEYS = { top: ["ArrowUp", "ArrowDown"], left: ["ArrowLeft", "ArrowRight"] } as const;

type Props = {
  /** The edge of the parent element that moves; the opposite one stays. */
  edge: keyof typeof KEYS;
  label: string;
  size: number;
  limits: { min: number; max: number };
  onResize: (size: number) => void;
};

/** An edge of its parent that changes the parent's size in pixels, by mouse or by arrow keys. */
export function ResizeHandle({ edge, label, size, limits, onResize }: Props) {
  const resize = (next: number) => onResize(Math.min(limits.max, Math.max(limits.min, next)));
  const [larger, smaller] = KEYS[edge];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has no element of its own
    <div
      role="separator"
      tabIndex={0}
      aria-orientation={edge === "top" ? "horizontal" : "vertical"}
      aria-label={label}
      aria-valuenow={size}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      className={classes.handle}
      data-edge={edge}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const box = event.currentTarget.parentElement?.getBoundingClientRect();
        if (box) resize(edge === "top" ? box.bottom - event.clientY : box.right - event.clientX);
      }}
      onKeyDown={(event) => {
        if (event.key === larger) resize(size + STEP_PX);
        if (event.key === smaller) resize(size - STEP_PX);
      }}
    />
  );
}
