import { describe, expect, it } from "vitest";
import { lastInputs, rememberInputs } from "@/features/editor/runbar/last-inputs";
import { node } from "@/test/documents";
import { initialInputs, missingInputs, startFields } from "./start-fields";

const FIELDS = startFields(
  node("s", "start", {
    config: {
      fields: [
        { name: "topic", type: "text", title: "Topic", required: true },
        { name: "count", type: "number", default: 3 },
        { name: "loud", type: "boolean" },
        { name: "", type: "text" },
        { name: "odd", type: "hologram", required: true },
      ],
    },
  }),
);

describe("start fields", () => {
  it("come from the start node; unknown kinds are text, nameless ones are left out", () => {
    expect(FIELDS.map(({ name, kind }) => [name, kind])).toEqual([
      ["topic", "text"],
      ["count", "number"],
      ["loud", "boolean"],
      ["odd", "text"],
    ]);
    expect(startFields(undefined)).toEqual([]);
  });

  it("begin with the last values, then defaults", () => {
    expect(initialInputs(FIELDS, { topic: "x", gone: 1 })).toEqual({ topic: "x", count: 3, loud: false });
    expect(initialInputs(FIELDS, null)).toEqual({ count: 3, loud: false });
  });

  it("tell which required ones are missing", () => {
    expect(missingInputs(FIELDS, { topic: "", odd: "x" })).toEqual(["topic"]);
  });

  it("take an empty text and null as values of JSON", () => {
    const fields = startFields(
      node("s", "start", { config: { fields: [{ name: "x", type: "json", required: true }] } }),
    );
    expect(["", null].map((x) => missingInputs(fields, { x }))).toEqual([[], []]);
    expect(missingInputs(fields, {})).toEqual(["x"]);
  });
});

describe("last inputs", () => {
  it("are kept per workflow", () => {
    rememberInputs("w1", { topic: "a" });
    rememberInputs("w2", { topic: "b" });
    expect(lastInputs("w1")).toEqual({ topic: "a" });
    expect(lastInputs("w3")).toBeNull();
  });

  it("survive broken storage", () => {
    localStorage.setItem("flowloom-inputs:w1", "{broken");
    expect(lastInputs("w1")).toBeNull();
  });

  it("are not kept when they are too long", () => {
    rememberInputs("w1", { topic: "x".repeat(300_000) });
    expect(lastInputs("w1")).toBeNull();
  });
});
