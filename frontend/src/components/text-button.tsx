import type { ComponentProps } from "react";
import classes from "./text-button.module.css";

type Props = Omit<ComponentProps<"button">, "type"> & {
  /** Whether it looks like a link at once, or when it is pointed at. */
  underline?: "always" | "hover";
};

/** A button that stands in a text or a cell as words. */
export function TextButton({ underline = "always", className = "", ...props }: Props) {
  return (
    <button
      type="button"
      {...props}
      className={`${classes.button} ${className}`}
      data-underline={underline}
    />
  );
}
