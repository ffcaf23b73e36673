/** One way of styling: modules beside components, tokens for values, `style` for what is computed. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "..");
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" });
const read = (ending: RegExp): [string, string][] =>
  files.filter((path) => ending.test(path)).map((path) => [path, readFileSync(join(SOURCE, path), "utf8")]);
const sheets = read(/\.css$/);
const components = read(/(?<!\.test)\.tsx$/);

/** Rules as long as this are worth a name. */
const LONG = 4;

function rules(css: string): { selector: string; declarations: string[] }[] {
  const plain = css.replace(/\/\*.*?\*\//gs, "");
  return [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = "", body = ""]) => ({
    selector: selector.trim(),
    declarations: body
      .split(";")
      .map((line) => line.trim().replace(/\s+/g, " "))
      .filter(Boolean)
      .sort(),
  }));
}

describe("style sheets", () => {
  it("say a thing once; another sheet composes it", () => {
    const found = new Map<string, string[]>();
    for (const [path, css] of sheets) {
      for (const { selector, declarations } of rules(css)) {
        if (declarations.length < LONG) continue;
        const key = declarations.join("; ");
        found.set(key, [...(found.get(key) ?? []), `${path} ${selector}`]);
      }
    }
    expect(found.size).toBeGreaterThan(200);
    expect(
      [...found.values()].filter((places) => new Set(places.map((at) => at.split(" ")[0])).size > 1),
    ).toEqual([]);
  });

  it("take colours from the tokens", () => {
    const own = sheets.flatMap(([path, css]) =>
      path.endsWith("tokens.css")
        ? []
        : rules(css).flatMap(({ selector, declarations }) =>
            declarations
              .filter((line) => /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(line))
              .map((line) => `${path} ${selector}: ${line}`),
          ),
    );
    expect(own).toEqual([]);
  });
});

it("components compute what they put into `style`", () => {
  const literal = /style=\{\{(?:\s*[\w"-]+:\s*(?:"[^"]*"|[\d.]+|true|false)\s*,?)+\s*\}\}/g;
  const found = components.flatMap(([path, code]) =>
    (code.match(literal) ?? []).map((style) => `${path}: ${style}`),
  );
  expect(components.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});
