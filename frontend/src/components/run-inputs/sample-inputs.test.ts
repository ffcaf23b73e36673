import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@/api/types";
import hints from "@/i18n/zh/runbar.json";
import { sampleInputs } from "./sample-inputs";
import { readFields } from "./start-fields";

const WORDS = {
  sample: (kind: string) => kind,
  hints: (kind: keyof typeof hints.sampleHints) => hints.sampleHints[kind],
};

const sampleOf = (field: JsonObject): Json | undefined =>
  sampleInputs(readFields([{ name: "it", type: "text", ...field }]), WORDS)[
    typeof field.name === "string" ? field.name : "it"
  ];

describe("the sample of a field", () => {
  it.each<[string, JsonObject, Json]>([
    ["has its default before all else", { name: "email", default: "me@example.org" }, "me@example.org"],
    ["keeps a default of false", { type: "boolean", default: false }, false],
    ["is true for a switch", { type: "boolean" }, true],
    ["is the first of its options", { type: "select", options: ["red", "blue"] }, "red"],
    ["is empty where there are no options yet", { type: "select" }, ""],
    ["is a number", { type: "number" }, 10],
    ["is not below the smallest", { type: "number", minimum: 12.5 }, 12.5],
    ["is not above the largest", { type: "number", maximum: 0.7 }, 0.7],
    ["is whole where it has to be", { type: "integer", minimum: 12.5 }, 13],
    ["is whole below the largest, too", { type: "integer", maximum: 7.5 }, 7],
    ["is an object", { type: "object" }, { text: "text" }],
    ["is a list", { type: "array" }, ["text"]],
    ["is any JSON", { type: "json" }, { text: "text" }],
    ["is the first of several choices", { type: "choices", options: ["a", "b"] }, ["a"]],
    ["is a date", { type: "date" }, "2026-03-14"],
    ["is an address for mail", { type: "email" }, "ann@example.com"],
    ["is a star", { type: "rating" }, 1],
    ["is base64 for bytes", { type: "binary" }, "c2FtcGxl"],
    ["is a line of text", {}, "text"],
    ["is a paragraph", { type: "paragraph" }, "paragraph"],
    ["is known by the name", { name: "customer_email" }, "email"],
    ["is known by one of the words of a name", { name: "websiteUrl" }, "url"],
    ["is known by the title", { title: "Your question" }, "question"],
    ["is known by a Chinese title", { title: "联系电话" }, "phone"],
    ["is not known by a part of a word", { name: "update" }, "text"],
    ["is a company before a person", { name: "company_name" }, "company"],
    ["is known for long texts as well", { name: "topic", type: "paragraph" }, "topic"],
  ])("%s", (_what, field, sample) => {
    expect(sampleOf(field)).toEqual(sample);
  });
});
