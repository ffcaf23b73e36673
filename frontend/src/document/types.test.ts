import { expect, it } from "vitest";
import { indexNodeTypes } from "./types";

it.each(["toString", "constructor", "hasOwnProperty", "__proto__"])(
  "knows no type by the name %s",
  (name) => {
    expect(indexNodeTypes([])[name]).toBeUndefined();
  },
);
