import { bufferKeysFor } from "@/lib/key-buffer";
import classes from "./editor-placeholder.module.css";

type Props = { name: string; height: number };

/** Keeps the place of an editor that is being loaded, and the keys of whoever is typing already. */
export function EditorPlaceholder({ name, height }: Props) {
  return (
    <textarea
      readOnly
      aria-busy
      aria-label={name}
      className={classes.placeholder}
      style={{ height }}
      onFocus={() => bufferKeysFor(name)}
    />
  );
}
