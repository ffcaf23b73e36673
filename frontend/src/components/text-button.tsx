import type { ComponentProps } from "react";
import classes from "./text-button.module.css";

type Props = Omit<ComponentProps<"button">, "type"> & {
  /** Underlines always, or on hover. */
  underline?: "always" | "hover";
};

/** A button as inline text in a sentence or cell. */
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
