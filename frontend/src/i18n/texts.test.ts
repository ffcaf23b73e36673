import { describe, expect, it } from "vitest";
import { LANGUAGES } from "@/i18n";

type Texts = { [key: string]: string | Texts };
const files = import.meta.glob<Texts>("./*/*.json", { import: "default", eager: true });
const names = Object.keys(files).flatMap((path) => /^\.\/en\/(.*)$/.exec(path)?.[1] ?? []);
const others = LANGUAGES.filter((language) => language !== "en");

/** English has one form for one and another for many, Chinese has one for all. */
function keys(texts: Texts, prefix = ""): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string"
      ? [`${prefix}${key.replace(/_(one|other)$/, "")}`]
      : keys(value, `${prefix}${key}.`),
  );
}

function leaves(texts: Texts, prefix = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${prefix}${key}`, value]] : leaves(value, `${prefix}${key}.`),
  );
}

function variables(texts: Texts): [string, string][] {
  return leaves(texts).map(([key, text]) => [key, (text.match(/\{\{\s*\w+/g) ?? []).sort().join()]);
}

/** Texts about a number that is never one. */
const ALWAYS_MANY = new Set([
  "administration-audit:searched",
  "commands:tooManyNodes",
  "common:textTooLong.text",
  "common:value.cut",
  "editor:search.many",
  "problems:move.depth",
  "runs:filter.searched",
  "schema-form:openapi.tooMany",
  "session:password.rule",
  "session:password.tooShort",
  "settings:account.rule",
  "tables:import.tooMany",
  "workflows:delete.titleOfMany",
  "workflows:arrange.titleOfMany",
  "workflows:arrange.commonTags",
]);

/** A value that is no number, and its verb: “{{name}} is not offered”. */
const AFTER_A_NAME =
  /\{\{\w+\}\} (?:already |also )?(?:belongs|goes|has|is|saved|shared|signs|starts|was)\b/g;

describe("a number of things in English", () => {
  const counted = names.flatMap((name) =>
    leaves(files[`./en/${name}`] ?? {}, `${name.slice(0, -5)}:`).filter(([, text]) =>
      /\{\{\w+(?:, number)?\}\} (?:[a-z]+ )?[a-z]+s\b/.test(text.replace(AFTER_A_NAME, "")),
    ),
  );

  it("has a form for one", () => {
    const single = counted.filter(([key]) => !/_(one|other)$/.test(key)).map(([key]) => key);
    expect(counted.length).toBeGreaterThan(30);
    expect(single.filter((key) => !ALWAYS_MANY.has(key))).toEqual([]);
    expect([...ALWAYS_MANY].filter((key) => !single.includes(key))).toEqual([]);
  });
});

describe.each(others.flatMap((language) => names.map((name) => [language, name] as const)))(
  "%s/%s",
  (language, name) => {
    const english = files[`./en/${name}`] ?? {};
    const translated = files[`./${language}/${name}`] ?? {};

    it("exist as in English", () => {
      expect([...new Set(keys(translated))].sort()).toEqual([...new Set(keys(english))].sort());
    });

    it("name the same values as in English", () => {
      const inEnglish = new Map(variables(english));
      for (const [key, found] of variables(translated))
        expect(`${key} ${found}`).toBe(`${key} ${inEnglish.get(key)}`);
    });

    it("are not empty", () => {
      expect(JSON.stringify([english, translated])).not.toContain('""');
    });
  },
);

describe("texts in the code", () => {
  const sources = import.meta.glob<string>(
    ["../**/*.{ts,tsx}", "!../**/*.test.*", "!../test/**", "!../**/*.catalogue.*", "!../**/*.gen.ts"],
    {
      query: "?raw",
      import: "default",
      eager: true,
    },
  );

  it("are none: what has a Chinese form is a key of i18next", () => {
    const pairs = Object.entries(sources).flatMap(([path, source]) =>
      (source.match(/^(?!\s*(?:\/?\*|\/\/)).*[\u4e00-\u9fff].*$/gm) ?? []).map((line) => `${path}: ${line}`),
    );
    expect(Object.keys(sources).length).toBeGreaterThan(400);
    expect(pairs).toEqual([]);
  });

  const spaces = names.map((name) => name.slice(0, -5));
  const known = new Set(spaces.flatMap((space) => keys(files[`./en/${space}.json`] ?? {}, `${space}:`)));

  it("ask `t` for keys that exist", () => {
    const asked = Object.entries(sources).flatMap(([path, source]) => {
      const own = [...source.matchAll(/useTranslation\(\[?"([\w-]+)"/g)].map(([, space]) => space ?? "");
      // A function that is handed `t` does not name the part of the interface.
      const possible = own.length > 0 ? [...own, "common"] : spaces;
      return [...source.matchAll(/\bt\((?:"([\w:.-]+)"|`([\w:.-]+)\$\{)/g)].map(([, key, start]) => {
        const wanted = key ?? start ?? "";
        const full = wanted.includes(":") ? [wanted] : possible.map((space) => `${space}:${wanted}`);
        const exists = full.some((one) =>
          key ? known.has(one) : [...known].some((name) => name.startsWith(one)),
        );
        return { path, wanted, exists };
      });
    });
    expect(asked.length).toBeGreaterThan(800);
    expect(asked.filter(({ exists }) => !exists)).toEqual([]);
  });

  it("name keys that exist", () => {
    const named = Object.values(sources).flatMap((source) =>
      [...source.matchAll(/key: "([\w-]+:[\w.-]+)"/g)].map(([, key]) => key ?? ""),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((key) => !known.has(key))).toEqual([]);
  });
});
