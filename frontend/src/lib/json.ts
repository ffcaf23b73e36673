/** An integer beyond what JavaScript counts exactly, by its digits: it is sent again as it came. */
export type LongInteger = { readonly rawJSON: string };

// Part of the language since 2025; a browser without it rounds, as all did before.
const exact = JSON as typeof JSON & {
  rawJSON?: (text: string) => LongInteger;
  isRawJSON?: (value: unknown) => value is LongInteger;
};

export function isLongInteger(value: unknown): value is LongInteger {
  return exact.isRawJSON?.(value) ?? false;
}

const INTEGER = /^-?\d+$/;
/** Fewer digits are exact, so most texts are read without a look at each of their values. */
const MAYBE_LONG = /\d{16}/;

/** The number that is written, as exactly as this browser can hold it; null for what is no number. */
export function exactNumber(text: string): number | LongInteger | null {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(value)) return null;
  return Number.isSafeInteger(value) || !INTEGER.test(text) ? value : (exact.rawJSON?.(text) ?? value);
}

function withLongIntegers(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === "number" && context?.source ? exactNumber(context.source) : value;
}

/** The value of a JSON text of our server's. */
export function parseExactJson(text: string): unknown {
  return MAYBE_LONG.test(text) ? JSON.parse(text, withLongIntegers) : JSON.parse(text);
}

type JsonText = null | boolean | number | string | JsonText[] | { [key: string]: JsonText };

/** Levels of lists and objects; the server takes 100, with those that a value is sent in. */
export const MAX_DEPTH = 90;

/**
 * The value of a text from outside: what people paste, drop and type.
 *
 * Everything else may recurse over values, and write them again, since nothing deeper gets in.
 *
 * @throws SyntaxError when it is no JSON, or nested too deeply.
 */
export function parseJson(text: string): JsonText {
  if (isDeeper(text, MAX_DEPTH)) throw new SyntaxError(`nested deeper than ${MAX_DEPTH} levels`);
  return parseExactJson(text) as JsonText;
}

/** Only one of two fields with this name in one object could be kept. */
export class RepeatedNameError extends SyntaxError {
  constructor(readonly repeated: string) {
    super(`the name ${repeated} comes twice`);
  }
}

/**
 * The value of a text that a person writes here.
 *
 * @throws SyntaxError as `parseJson`; RepeatedNameError when a name comes twice in one object.
 */
export function parseTypedJson(text: string): JsonText {
  const value = parseJson(text);
  const name = repeatedName(text);
  if (name !== null) throw new RepeatedNameError(name);
  return value;
}

const SPACES = " \t\r\n";

/** A name that comes twice in one object of a JSON text; null when there is none. */
function repeatedName(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "{") open.push(new Set());
    else if (letter === "[") open.push(null);
    else if (letter === "}" || letter === "]") open.pop();
    if (letter !== '"') continue;
    const start = at;
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    let next = at + 1;
    while (next < text.length && SPACES.includes(text[next] ?? "")) next += 1;
    const names = open.at(-1);
    if (!names || text[next] !== ":") continue;
    const name = JSON.parse(text.slice(start, at + 1)) as string;
    if (names.has(name)) return name;
    names.add(name);
  }
  return null;
}

/** Counts brackets outside of strings before the parser runs, which takes memory for each that is open. */
function isDeeper(text: string, levels: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') inString = !inString;
    else if (inString && letter === "\\") at += 1;
    else if (!inString && (letter === "[" || letter === "{")) depth += 1;
    else if (!inString && (letter === "]" || letter === "}")) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

/** An object, and no list: of a JSON value, one with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isLongInteger(value);
}

/** Own property under a name from outside, never an inherited one such as `constructor`. */
export function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The object that a text holds as JSON; null when it is none that a person could mean, or something else. */
export function readJsonObject(text: string): { [key: string]: JsonText } | null {
  try {
    const value = parseTypedJson(text);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Text field value: words unchanged, everything else as JSON. */
export function shownValue(value: JsonText | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" && parsed(value) === null ? value : JSON.stringify(value);
}

/** The value of a text: parsed JSON, else the words themselves. The inverse of `shownValue`. */
export function readValue(text: string): JsonText {
  const json = parsed(text);
  return json === null ? text : json.value;
}

/** Null for what is no JSON, or nested too deeply. */
function parsed(text: string): { value: JsonText } | null {
  try {
    return { value: parseJson(text) };
  } catch {
    return null;
  }
}
