// The granted functions and the inputs become names; then the code runs, and its value goes out as JSON.

for (const name of functions)
  define(name, (...values) => {
    const isNamed = values.length === 1 && Object.prototype.toString.call(values[0]) === "[object Object]";
    return ask("call", name, isNamed ? [] : values, isNamed ? values[0] : {});
  });
for (const [name, value] of Object.entries(inputs)) define(name, value);
define("args", inputs);
define("state", state);

// A value becomes JSON.
const MAX_INTEGER_CHARACTERS = 1001;
function jsonValue(key, value) {
  if (typeof value === "number" && !isFinite(value)) throw new NotJsonError("not_finite");
  if (typeof value === "bigint" && String(value).length > MAX_INTEGER_CHARACTERS)
    throw new NotJsonError("too_many_digits");
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return Array.from(value);
  return withDigits(key, value);
}
// What is kept is read again by code that may know numbers alone.
const keptValue = (key, value) => {
  if (!isExact && typeof value === "bigint" && BigInt(Number(value)) !== value) throw new NotJsonError("big_integer");
  return jsonValue(key, value);
};
class NotJsonError extends TypeError {}

// The names of what `main` takes; something that is no name stands for a pattern.
const parametersOf = (main) => {
  const text = Function.prototype.toString.call(main);
  const single = /^(?:async\s+)?([\w$]+)\s*=>/.exec(text);
  if (single) return [single[1]];
  const found = [];
  let quote = "";
  let depth = 0;
  let begin = text.indexOf("(") + 1;
  for (let at = begin; at < text.length; at++) {
    const letter = text[at];
    if (quote) quote = letter === quote ? "" : quote;
    else if ("'\"`".includes(letter)) quote = letter;
    else if ("([{".includes(letter)) depth++;
    else if (")]}".includes(letter) && depth-- === 0) {
      found.push(text.slice(begin, at));
      break;
    } else if (letter === "," && depth === 0) {
      found.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  return found.map((part) => part.split("=")[0].trim()).filter(Boolean);
};
const called = (main) => {
  const names = parametersOf(main);
  const isAll = names.length === 1 && !Object.hasOwn(inputs, names[0]);
  return isAll ? main(inputs) : main(...names.map((name) => inputs[name]));
};

const BEGIN = "$begin(() => typeof main === 'function' && main);";
const BODY = "(async function ($main) {";
let before = BEGIN.length;
let hasBegun = false;
let findMain = () => false;
const lines = source.split("\n").length;
const positionOf = (error) => {
  // Code of ours is not in a frame of this name.
  const found = /<input>:(\d+):(\d+)/.exec(error?.stack ?? "");
  if (!found) return [null, 1];
  if (found[1] > lines) return [lines, 1];
  return [Number(found[1]), Math.max(Number(found[2]) - (found[1] === "1" ? before : 0), 1)];
};
// As a script, whose value is its last expression; or, with return or await, as the body of a function.
const started = () => {
  define("$begin", (find) => {
    hasBegun = true;
    findMain = find;
    delete globalThis.$begin;
  });
  try {
    return indirectEval(BEGIN + source);
  } catch (error) {
    if (hasBegun) throw error;
    before = BODY.length;
    try {
      return indirectEval(`${BODY}${source}\n;if (typeof main === "function") return $main(main)})`)(called);
    } catch (second) {
      // A body that is not closed is said to end behind its last line; the script knows better.
      if (/<input>:(\d+)/.exec(second.stack)?.[1] <= lines || error.message.startsWith("return")) throw second;
      before = BEGIN.length;
      throw error;
    }
  }
};
const failed = (error) => {
  const [line, column] = positionOf(error);
  let message;
  try {
    message = error instanceof Error ? `${error.name}: ${error.message}` : shown(error);
  } catch {
    message = "Error";
  }
  const isSyntax = !hasBegun && error instanceof SyntaxError;
  ask("failed", error instanceof NotJsonError ? error.message : "", isSyntax, String(message).slice(0, 2000), line, column);
};
const finish = async () => {
  if (isCheck) {
    before = BODY.length;
    indirectEval(`${BODY}${source}\n})`);
    return host("done", "null");
  }
  let value = started();
  hasBegun = true;
  const main = findMain();
  if (main) value = called(main);
  value = await value;
  host("done", stringify(value, jsonValue) ?? "null");
  host("state", stringify(globalThis.state ?? {}, keptValue));
};
finish().catch(failed);
