/**
 * A language that nobody speaks: every text of ours arrives in ⟦brackets⟧, so what is shown without them escaped
 * translation.
 *
 * The product is the built one, unchanged. On the way into the browser the catalogue of i18next is rewritten, and so
 * is each text that comes in several languages ({en, …}, or what `x-translations` of a form's field translates).
 */

import type { BrowserContext, Route } from "@playwright/test";

const CATALOGUE = /\/assets\/texts-en-[\w-]+\.js$/;

/** Fields of a problem (RFC 9457) that people read; they come in the language that was asked for. */
const OF_PROBLEMS = ["title", "detail", "message"];

const wrap = (text: string) => (text.trim() ? `⟦${text}⟧` : text);

export async function usePseudoLanguage(context: BrowserContext): Promise<void> {
  await context.route(CATALOGUE, rewriteCatalogue);
  await context.route("**/api/**", rewriteAnswer);
  await context.routeWebSocket(/\/ws\//, (page) => {
    const server = page.connectToServer();
    server.onMessage((frame) => {
      page.send(typeof frame === "string" ? JSON.stringify(pseudo(JSON.parse(frame))) : frame);
    });
  });
}

async function rewriteCatalogue(route: Route): Promise<void> {
  const response = await route.fetch({ maxRetries: 3 });
  const encoded = Buffer.from(await response.text()).toString("base64");
  const texts: Record<string, unknown> = await import(`data:text/javascript;base64,${encoded}`);
  const names = Object.keys(texts);
  const values = names.map((name) => `const _${name}=${JSON.stringify(wrapAll(texts[name]))};`);
  await route.fulfill({
    response,
    body: `${values.join("")}export{${names.map((name) => `_${name} as ${name}`).join()}};`,
  });
}

async function rewriteAnswer(route: Route): Promise<void> {
  const response = await route.fetch({ maxRetries: 3 });
  const type = response.headers()["content-type"] ?? "";
  if (!/json/.test(type)) return route.fulfill({ response });
  const read: unknown = await response.json();
  await route.fulfill({ response, json: type.includes("problem") ? asProblem(read) : pseudo(read) });
}

function wrapAll(value: unknown): unknown {
  if (typeof value === "string") return wrap(value);
  return isObject(value) ? mapValues(value, wrapAll) : value;
}

function pseudo(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pseudo);
  if (!isObject(value)) return value;
  if (typeof value.en === "string" && Object.keys(value).length > 1) return { ...value, en: wrap(value.en) };
  const translated = Object.values(value["x-translations"] ?? {}).flatMap(Object.keys);
  return mapValues(value, (of, name) =>
    translated.includes(name) && typeof of === "string" ? wrap(of) : pseudo(of),
  );
}

/** Both languages of a text may be in a problem, too. */
function asProblem(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asProblem);
  if (!isObject(value)) return value;
  if ("en" in value) return pseudo(value);
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      typeof inner === "string" && OF_PROBLEMS.includes(field) ? wrap(inner) : asProblem(inner),
    ]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapValues(
  value: Record<string, unknown>,
  change: (of: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, change(of, name)]));
}
