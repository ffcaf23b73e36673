// What the other files use. The code of a person may replace what the language has, so that is kept here.
"use strict";
const { parse, stringify, rawJSON } = JSON;
const indirectEval = eval;

// Integers that a number cannot hold come as BigInt where the code was written for it, and leave as they are.
const LONG_INTEGER = /^-?\d{16,}$/;
const withLongIntegers = (key, value, { source }) =>
  typeof value === "number" && !Number.isSafeInteger(value) && LONG_INTEGER.test(source) ? BigInt(source) : value;
// A double leaves as one: its digits would be read as an integer, which it is not.
const isRounded = (value) => typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
const withDigits = (key, value) => {
  if (typeof value === "bigint") return rawJSON(String(value));
  return isExact && isRounded(value) ? rawJSON(value.toExponential()) : value;
};
// To look at each value costs time and memory, so only texts with sixteen digits in a row are.
const parseExactly = (text) => (/\d{16}/.test(text) ? parse(text, withLongIntegers) : parse(text));

let given = parse(request);
const isExact = given.exact_integers;
if (isExact) given = parseExactly(request);
const { inputs, functions, state, is_check: isCheck } = given;
const ask = (name, ...values) => {
  // What the code itself passes may hold anything; the rest is ours, and has to get out when the memory is gone.
  const answer = host(name, name === "call" ? stringify(values, withDigits) : stringify(values));
  const { value, error } = isExact ? parseExactly(answer) : parse(answer);
  if (error !== undefined) throw new Error(error);
  return value;
};
const define = (name, value, place = globalThis) =>
  Object.defineProperty(place, name, { value, writable: true, configurable: true, enumerable: false });
if (isExact) {
  // So that the code's own JSON.stringify takes them, too.
  define("toJSON", function toJSON() { return rawJSON(String(this)); }, BigInt.prototype);
}
