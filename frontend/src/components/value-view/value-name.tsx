import type { DragEvent } from "react";
import { type ReferencePath, VARIABLE_MIME, writePath, writeReference } from "@/document/reference-path";
import { useValuePlace } from "./value-place";
import classes from "./value-view.module.css";

type Props = { name: string; path: ReferencePath };

/** The name of a part of a value; where it can be referred to, it can be dragged into a template. */
export function ValueName({ name, path }: Props) {
  const place = useValuePlace();
  if (!place?.canRefer)
    return (
      <span className={classes.key} translate="no">
        {name}
      </span>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging has its equal in the editor's "Insert a value"
    <span
      className={classes.key}
      translate="no"
      draggable
      onDragStart={dragReference([...place.root, ...path])}
    >
      {name}
    </span>
  );
}

/** Dragging gives a reference in template fields, and text elsewhere. */
export function dragReference(path: ReferencePath) {
  return ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData(VARIABLE_MIME, writePath(path, "template"));
    dataTransfer.setData("text/plain", writeReference(path, "template"));
    dataTransfer.effectAllowed = "copy";
  };
}
