// What the other files use. The code of a person may replace what the language has, so that is kept here.
"use strict";
const { parse, stringify } = JSON;
const indirectEval = eval;
const ask = (name, ...values) => {
  const { value, error } = parse(host(name, stringify(values)));
  if (error !== undefined) throw new Error(error);
  return value;
};
const { inputs, functions, state, is_check: isCheck } = parse(request);
const define = (name, value) =>
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
