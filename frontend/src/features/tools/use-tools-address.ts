import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** Content of the drawer: an existing tool, or the type of a new one. */
export type OpenedTool = { kind: "edit"; id: string } | { kind: "new"; type: string };

/** The open tool is part of the address: it can be linked to, and Back closes the drawer. */
export function useToolsAddress() {
  const [params, setParams] = useSearchParams();
  const id = params.get("tool");
  const type = params.get("new");
  const opened: OpenedTool | null = id ? { kind: "edit", id } : type ? { kind: "new", type } : null;

  const go = useCallback(
    (change: Record<string, string>, replace = false) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete("tool");
          next.delete("new");
          for (const [name, value] of Object.entries(change)) next.set(name, value);
          return next;
        },
        { replace },
      ),
    [setParams],
  );
  const edit = useCallback((toolId: string, replace?: boolean) => go({ tool: toolId }, replace), [go]);
  const create = useCallback((toolType: string) => go({ new: toolType }), [go]);
  const close = useCallback(() => go({}, true), [go]);
  return { opened, edit, create, close };
}
