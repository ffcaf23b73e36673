import { type DragEvent, useState } from "react";
import { useLibraryChanges } from "@/features/workflows/library/use-library-changes";

const TYPE = "application/x-flowloom-workflows";

/** Begin to drag workflows. */
export function dragWorkflows(event: DragEvent, ids: readonly string[]): void {
  event.dataTransfer.setData(TYPE, ids.join(","));
  event.dataTransfer.effectAllowed = "move";
}

/** Takes workflows that are dropped into a folder; undefined takes nothing. */
export function useFolderDrop(folder: string | undefined) {
  const [isOver, setOver] = useState(false);
  const { change } = useLibraryChanges();
  if (folder === undefined) return { isOver: false, handlers: {} };
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(TYPE)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      change.mutate({ ids: event.dataTransfer.getData(TYPE).split(","), folder });
    },
  };
  return { isOver, handlers };
}
