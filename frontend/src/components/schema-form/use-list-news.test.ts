import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useListChanges } from "./controls/functions-control";

it("tells what a list gained and lost since it was first seen", () => {
  const { result, rerender } = renderHook(({ names }) => useListChanges(names), {
    initialProps: { names: undefined as string[] | undefined },
  });
  rerender({ names: ["a", "b"] });
  expect(result.current).toEqual({ added: [], removed: [] });
  rerender({ names: ["b", "c"] });
  expect(result.current).toEqual({ added: ["c"], removed: ["a"] });
});
