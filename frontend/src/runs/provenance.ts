/** Origin of a run's value: its maker, and the references used. Pure. */

import { RESULT_ALIAS } from "@/api/rules.gen";
import type { Json, JsonObject, NodeDoc } from "@/api/types";
import { objectsOf, textOf } from "@/document/config";
import { incomingEdges } from "@/document/edge-index";
import { type FoundReference, foundReferences, referencesOf } from "@/document/found-references";
import type { ReferencePath } from "@/document/reference-path";
import type { GraphDocument } from "@/document/types";
import { isEqualJson } from "@/lib/equal-json";
import { homesOf, stepsOf } from "./passes";

/**
 * A value of a run in a pass: `["nodes", key, field]` of a node's output, `["given", key, field]` of what went into it,
 * `["inputs", name]` and `["output", name]` of the run.
 */
export type ValueAddress = { path: ReferencePath; scope: string };

/** One reference that brought a part, and where its value is. */
export type Source = ValueAddress & { text: string; field: string };

/**
 * Maker of a value.
 *
 * `input`: given by the run's starter; `copied`: one reference, unchanged; `filled`: a template; `passed`: from the
 * nodes before; `model`, `tool`, `person`, `child`: an answer; `pass`: by a container for each pass; `collected`: from
 * the passes of a container; `pinned`: fixed by hand; `computed`: by code, without detail about parts; `own`: by the
 * node's settings alone.
 */
type Maker =
  | "input"
  | "copied"
  | "filled"
  | "passed"
  | "model"
  | "tool"
  | "person"
  | "child"
  | "pass"
  | "collected"
  | "pinned"
  | "computed"
  | "own";

export type Origin = {
  maker: Maker;
  sources: Source[] /** The template that was filled in. */;
  template: string | null;
};

const MAKERS: Readonly<Record<string, Maker>> = {
  process: "model",
  classifier: "model",
  parameter_extractor: "model",
  tool: "tool",
  http_request: "tool",
  approval: "person",
  form: "person",
  sub_workflow: "child",
};
/** Fields that have rows of a name and a template, which become the output. */
const ROWS: Readonly<Record<string, string>> = { set: "assignments", end: "outputs" };
/** Fields with a template that becomes a text of the output. */
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  template: { text: "template" },
  output: { content: "content", fileName: "fileName" },
};

type Run = { document: GraphDocument; outputOf: (key: string, scope: string) => JsonObject | null };

export function originOf({ path, scope }: ValueAddress, run: Run): Origin {
  const [root, key, ...steps] = path;
  if (root === "output") return ofOutput(String(key ?? ""), steps, run);
  if (root === "inputs") return origin("input");
  const node = run.document.nodes[String(key)];
  if (!node) return origin("own");
  if (root === "given") return given(node, steps, scope, run);
  if (homeOf(scope).includes(node.key)) return ofPass(node, steps, scope, run);
  return ofNode(node, steps, scope, run);
}

/** The value at a path, found as the server finds it; undefined where the run does not tell. */
export function valueAtAddress(
  { path, scope }: ValueAddress,
  inputs: JsonObject,
  outputOf: Run["outputOf"],
): Json | undefined {
  const [root, ...steps] = path;
  if (root === "inputs") return follow(inputs, steps);
  const output = outputOf(String(steps[0]), scope);
  return output === null ? undefined : follow(output, inner(output, steps.slice(1)));
}

/** A node without a field means its result; a missing field may be one of the result. */
function inner(output: JsonObject, steps: ReferencePath): ReferencePath {
  const [first] = steps;
  if (first !== undefined && String(first) in output) return steps;
  if (first === RESULT_ALIAS && "result" in output) return ["result", ...steps.slice(1)];
  const names = Object.keys(output);
  const result = "result" in output ? "result" : names.length === 1 ? names[0] : undefined;
  return result === undefined ? steps : [result, ...steps];
}

function follow(value: Json, steps: ReferencePath): Json | undefined {
  let at: Json | undefined = value;
  for (const step of steps) {
    if (at === null || typeof at !== "object") return undefined;
    const found: Json | undefined = Array.isArray(at)
      ? at.at(Number(step))
      : Object.hasOwn(at, step)
        ? at[step]
        : undefined;
    at = found;
  }
  return at;
}

function ofNode(node: NodeDoc, steps: ReferencePath, scope: string, run: Run): Origin {
  const nodes = Object.values(run.document.nodes);
  const output = run.outputOf(node.key, scope);
  const [field, ...rest] = output ? inner(output, steps) : steps;
  const name = String(field ?? "");
  if (node.type === "start") return origin("input");
  if (node.pinned_output && isEqualJson(node.pinned_output, output)) return origin("pinned");
  if (node.bypass) return passedOn(node, [name, ...rest], scope, run);
  const row = objectsOf(node.config[ROWS[node.type] ?? ""]).find((one) => textOf(one.name) === name);
  if (row) return ofTemplate(textOf(row.value), name, rest, scope, run);
  const text = TEXTS[node.type]?.[name];
  if (text) return ofTemplate(textOf(node.config[text]), text, rest, scope, run);
  if (node.type === "end" || node.type === "merge") return passedOn(node, [name, ...rest], scope, run);
  if (node.type === "iteration" || node.type === "loop") return collected(node, name, rest, scope, run);
  // Code has words of its own; only its inputs are templates.
  const config = node.type === "code" ? { inputs: node.config.inputs ?? [] } : node.config;
  return origin(MAKERS[node.type] ?? "computed", placed(unique(referencesOf(config, nodes)), scope, run));
}

/** Input of a node: its settings, filled in. */
function given(node: NodeDoc, [field, ...rest]: ReferencePath, scope: string, run: Run): Origin {
  if (node.type === "start") return origin("input");
  const name = String(field ?? "");
  const row = objectsOf(node.config.inputs).find((one) => textOf(one.name) === name);
  const setting = row?.value ?? node.config[name];
  if (typeof setting === "string") return ofTemplate(setting, name, rest, scope, run);
  return origin(
    "computed",
    placed(referencesOf(setting ?? node.config, Object.values(run.document.nodes)), scope, run),
  );
}

function ofTemplate(text: string, field: string, rest: ReferencePath, scope: string, run: Run): Origin {
  const found = foundReferences(text, Object.values(run.document.nodes), field);
  const [only] = found;
  if (!only) return origin("own");
  if (found.length === 1 && only.isPlain && only.text === text.trim()) {
    const source = { ...only, path: [...only.path, ...rest] };
    return { maker: "copied", sources: placed([source], scope, run), template: null };
  }
  return { maker: "filled", sources: placed(unique(found), scope, run), template: text };
}

/** Input from the nodes right before: those with the field, else any that ran. */
function passedOn(node: NodeDoc, path: ReferencePath, scope: string, run: Run): Origin {
  const before = [...new Set(incomingEdges(run.document.edges, node.key).map(({ source }) => source))];
  const ran = before.filter((key) => run.outputOf(key, scope) !== null);
  const [field, ...rest] = path;
  // An object by node.
  const named = before.find((key) => key === rest[0] || key === field);
  if (node.type === "merge" && named !== undefined)
    return origin("passed", [sourceOf(named, path.slice(path.indexOf(named) + 1), scope)]);
  const having = ran.filter((key) => String(field) in (run.outputOf(key, scope) ?? {}));
  const last = having.at(-1);
  if (last !== undefined && node.type !== "merge") return origin("passed", [sourceOf(last, path, scope)]);
  const sources = (having.length > 0 ? having : ran).map((key) =>
    sourceOf(key, having.includes(key) ? path : [], scope),
  );
  return origin("passed", sources);
}

/** The run's output has the fields of all ends that were reached; the last one of a name counts. */
function ofOutput(field: string, rest: ReferencePath, run: Run): Origin {
  const ends = Object.values(run.document.nodes)
    .filter(({ type, parent }) => type === "end" && parent === null)
    .filter(({ key }) => field in (run.outputOf(key, "") ?? {}))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const end = ends.at(-1);
  return origin("passed", end ? [sourceOf(end.key, [field, ...rest], "")] : []);
}

/** Values of a container for the nodes inside a pass. */
function ofPass(node: NodeDoc, steps: ReferencePath, scope: string, run: Run): Origin {
  const place = stepsOf(scope).find(({ container }) => container.endsWith(node.key));
  const outer = scope.slice(0, Math.max(0, scope.lastIndexOf(`/${node.key}.`)));
  if (place && node.type === "iteration" && steps[0] === "item") {
    const found = foundReferences(textOf(node.config.items), Object.values(run.document.nodes), "items");
    const item = found.map((one) => ({
      ...one,
      path: [...one.path, ...(one.isPlain ? [place.index, ...steps.slice(1)] : [])],
    }));
    return origin("pass", placed(item, outer, run));
  }
  if (place && node.type === "loop" && steps[0] === "last" && place.index > 0)
    return ofBody(node, steps.slice(1), `${outer}/${node.key}.${place.index - 1}`, run, "pass");
  return origin("pass");
}

/** Output of a container from its passes. */
function collected(node: NodeDoc, name: string, rest: ReferencePath, scope: string, run: Run): Origin {
  const [index, ...inside] = rest;
  if (name === "results" && typeof index === "number")
    return ofBody(node, inside, `${scope}/${node.key}.${index}`, run, "collected");
  const field = node.type === "iteration" ? "items" : "condition";
  return origin(
    "collected",
    placed(foundReferences(textOf(node.config[field]), Object.values(run.document.nodes), field), scope, run),
  );
}

function ofBody(node: NodeDoc, rest: ReferencePath, scope: string, run: Run, maker: Maker): Origin {
  const text = textOf(node.config.output);
  if (text.trim() !== "") {
    const { sources } = ofTemplate(text, "output", rest, scope, run);
    return origin(maker, sources);
  }
  const isLast = ({ key }: NodeDoc) =>
    !Object.values(run.document.edges).some(({ source }) => source === key);
  const last = Object.values(run.document.nodes).filter((one) => one.parent === node.key && isLast(one));
  return origin(
    maker,
    last.map(({ key }) => sourceOf(key, rest, scope)),
  );
}

function origin(maker: Maker, sources: Source[] = []): Origin {
  return { maker: maker === "computed" && sources.length === 0 ? "own" : maker, sources, template: null };
}

function sourceOf(key: string, steps: ReferencePath, scope: string): Source {
  return { path: ["nodes", key, ...steps], scope, text: "", field: "" };
}

function placed(found: readonly FoundReference[], scope: string, run: Run): Source[] {
  return found.map(({ text, field, path }) => ({ text, field, ...placedReference(path, scope, run) }));
}

/** Names are looked up outwards: in the pass of the node that refers, then in those around it. */
export function placedReference(
  path: ReferencePath,
  scope: string,
  { document }: Pick<Run, "document">,
): ValueAddress {
  if (path[0] !== "nodes" || scope === "") return { path, scope: "" };
  const key = String(path[1]);
  if (homeOf(scope).includes(key)) return { path, scope };
  const depth = homesOf(Object.values(document.nodes))[key]?.length ?? 0;
  const steps = scope.split("/").slice(0, depth + 1);
  return { path, scope: steps.join("/") };
}

/** Keys of the containers of a scope's passes. */
function homeOf(scope: string): string[] {
  return stepsOf(scope).map(({ container }) => container.slice(container.lastIndexOf(":") + 1));
}

function unique(found: readonly FoundReference[]): FoundReference[] {
  const seen = new Set<string>();
  return found.filter(({ path }) => {
    const id = JSON.stringify(path);
    return !seen.has(id) && seen.add(id) !== undefined;
  });
}
