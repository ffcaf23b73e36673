import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Json } from "@/api/types";
import { useJsonText } from "./use-json-text";

function field(start: Json, empty?: Json) {
  const out: Json[] = [];
  const hook = renderHook(
    ({ value }: { value: Json }) => useJsonText(value, (next) => out.push(next), empty),
    {
      initialProps: { value: start },
    },
  );
  const type = (text: string) => act(() => hook.result.current.edit(text));
  const give = (value: Json) => hook.rerender({ value: structuredClone(value) });
  return { out, type, give, shown: () => hook.result.current.text };
}

it("keeps the text as it was typed when its value comes back, in whatever order", () => {
  const { out, type, give, shown } = field({ a: 1 });
  for (const text of ['{"a":2}', '{"a":23}', '{"a":23,}']) type(text);
  expect(out).toEqual([{ a: 2 }, { a: 23 }]);
  give({ a: 2 });
  expect(shown()).toBe('{"a":23,}');
  give({ a: 23 });
  expect(shown()).toBe('{"a":23,}');
});

it("stays empty when it was emptied and that stands for an empty object", () => {
  const { out, type, give, shown } = field({ a: 1 }, {});
  type("");
  expect(out).toEqual([{}]);
  give({});
  expect(shown()).toBe("");
  give({ a: 1 });
  expect(JSON.parse(shown())).toEqual({ a: 1 });
});

it("shows what an undo, or somebody else, made of the value", () => {
  const { type, give, shown } = field({ a: 1 });
  type('{"a":2}');
  give({ a: 2 });
  give({ a: 1 });
  expect(JSON.parse(shown())).toEqual({ a: 1 });
  type("{");
  give(null);
  expect(shown()).toBe("");
});

it("keeps the last value while a name comes twice, and says which", () => {
  const out: Json[] = [];
  const hook = renderHook(() => useJsonText({ a: 1 }, (next) => out.push(next)));
  act(() => hook.result.current.edit('{"a": 1, "a": 2}'));
  expect([out, hook.result.current.isBroken, hook.result.current.repeated]).toEqual([[], true, "a"]);
  act(() => hook.result.current.edit('{"a": 1, "b": 2}'));
  expect([out, hook.result.current.isBroken]).toEqual([[{ a: 1, b: 2 }], false]);
});
