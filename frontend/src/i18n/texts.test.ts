import { describe, expect, it } from "vitest";

type Texts = { [key: string]: string | Texts };
const files = import.meta.glob<Texts>("./{en,zh}/*.json", { import: "default", eager: true });
const names = [...new Set(Object.keys(files).map((path) => path.replace(/^\.\/(en|zh)\//, "")))];

/** English has one form for one and another for many, Chinese has one for all. */
function keys(texts: Texts, prefix = ""): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string"
      ? [`${prefix}${key.replace(/_(one|other)$/, "")}`]
      : keys(value, `${prefix}${key}.`),
  );
}

function variables(texts: Texts, prefix = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === "string"
      ? [[`${prefix}${key}`, (value.match(/\{\{\s*\w+/g) ?? []).sort().join()]]
      : variables(value, `${prefix}${key}.`),
  );
}

describe.each(names)("texts of %s", (name) => {
  const english = files[`./en/${name}`] ?? {};
  const chinese = files[`./zh/${name}`] ?? {};

  it("exist in both languages", () => {
    expect([...new Set(keys(chinese))].sort()).toEqual([...new Set(keys(english))].sort());
  });

  it("name the same values in both languages", () => {
    const inEnglish = new Map(variables(english));
    for (const [key, found] of variables(chinese))
      expect(`${key} ${found}`).toBe(`${key} ${inEnglish.get(key)}`);
  });

  it("are not empty", () => {
    expect(JSON.stringify([english, chinese])).not.toContain('""');
  });
});
