// The remaining names of a browser or Node, and those that are refused with a reason.
const clone = (value, seen = new Map()) => {
  if (typeof value === "function" || typeof value === "symbol")
    throw new DOMException(`A ${typeof value} cannot be cloned.`, "DataCloneError");
  if (value === null || typeof value !== "object") return value;
  if (seen.has(value)) return seen.get(value);
  const keep = (copy) => (seen.set(value, copy), copy);
  if (value instanceof Date) return keep(new Date(value));
  if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
  if (ArrayBuffer.isView(value)) return keep(value.slice());
  if (value instanceof Map) {
    const copy = keep(new Map());
    for (const [key, inner] of value) copy.set(clone(key, seen), clone(inner, seen));
    return copy;
  }
  if (value instanceof Set) {
    const copy = keep(new Set());
    for (const inner of value) copy.add(clone(inner, seen));
    return copy;
  }
  const copy = keep(Array.isArray(value) ? [] : {});
  for (const key of Object.keys(value)) copy[key] = clone(value[key], seen);
  return copy;
};

const shown = (value) => {
  if (typeof value === "string") return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return stringify(value, jsonValue) ?? String(value);
};
const log = (...values) => void ask("log", values.map(shown).join(" "));
const refused = (name, reason) => () => {
  throw new Error(`${name} is not available: ${reason}`);
};
const noTimers = "the code runs to its end without waiting.";
const names = {
  console: { log, info: log, warn: log, error: log, debug: log, table: log },
  crypto,
  Intl,
  structuredClone: (value) => clone(value),
  TextEncoder,
  TextDecoder,
  URL,
  URLSearchParams,
  Buffer,
  setTimeout: refused("setTimeout", noTimers),
  setInterval: refused("setInterval", noTimers),
  fetch: refused("fetch", "grant the code a function such as http_get."),
  require(name) {
    const found = modules[String(name).replace(/^node:/, "")];
    if (found) return found;
    throw new Error(`The sandbox has no module ${name}.`);
  },
};
for (const [name, value] of Object.entries(names)) define(name, value);
