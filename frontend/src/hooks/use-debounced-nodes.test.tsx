import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LABELS } from "@/commands/labels";
import type { GraphOperation } from "@/document/types";
import { DocumentStoreContext } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { documentOf, node } from "@/test/documents";
import { openTestEditor } from "@/test/editor";
import { useDebouncedNodes } from "./use-debounced-nodes";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The texts and places that the hook gives, and how often it gave other nodes than before. */
function followed() {
  const editor = openTestEditor(documentOf([node("a"), node("b")]));
  useUi.getState().select(["a"]);
  const given = new Set<unknown>();
  const { result } = renderHook(
    () => {
      const nodes = useDebouncedNodes();
      given.add(nodes);
      return nodes;
    },
    {
      wrapper: ({ children }) => (
        <DocumentStoreContext value={editor.document}>{children}</DocumentStoreContext>
      ),
    },
  );
  const edit = (operation: GraphOperation) =>
    act(() => editor.document.getState().applyChanges([operation], { label: LABELS.write }));
  return {
    type: (text: string, key = "a") => edit({ op: "update_config", key, set: { text }, unset: [] }),
    move: (x: number) => edit({ op: "update_node", key: "b", changes: { position: { x, y: 0 } } }),
    pause: () => act(() => vi.runOnlyPendingTimers()),
    shown: () => [result.current.a?.config.text, result.current.b?.position.x],
    turns: () => given.size,
  };
}

it("gives what was typed once, after the typing", () => {
  const { type, pause, shown, turns } = followed();
  const [, x] = shown();
  for (const text of ["w", "wa", "war", "warp"]) type(text);
  expect([shown()[0] !== "warp", turns()]).toEqual([true, 1]);
  pause();
  expect([shown(), turns()]).toEqual([["warp", x], 2]);
});

it("gives at once what others type into other nodes", () => {
  const { type, turns } = followed();
  type("warp", "b");
  expect(turns()).toBe(2);
});

it("gives anything else at once, with what was typed before it", () => {
  const { type, move, shown } = followed();
  type("warp");
  move(40);
  expect(shown()).toEqual(["warp", 40]);
});

it("waits again after such a change", () => {
  const { type, move, pause, shown } = followed();
  move(40);
  type("weft");
  expect(shown()[0]).not.toBe("weft");
  pause();
  expect(shown()).toEqual(["weft", 40]);
});
