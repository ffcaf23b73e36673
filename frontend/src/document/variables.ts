/** Available references of a node: run inputs and the outputs of the nodes before it. */

import type { Environment, Json, JsonObject, OutputField } from "@/api/types";
import type { Message } from "@/i18n/local-text";
import { assignmentsOf } from "./assignments";
import { objectOf, objectsOf, textOf, valueAt } from "./config";
import { upstreamKeys } from "./edge-index";
import { descendantKeys, homeOf } from "./nesting";
import { isTrigger, triggersOf } from "./off-the-path";
import { type ReferencePath, writePath } from "./reference-path";
import type { GraphDocument, NodeDoc, NodeTypeIndex } from "./types";
import { startKey } from "./validate";

export type Variable = {
  /** Path inside its group, e.g. `data.items[0].title`. */
  path: string;
  /** Text between `{{` and `}}`, e.g. `nodes.fetch.data.title`. */
  reference: string;
  type: OutputField["type"];
  title: Message;
  /** Value in the last run or delivery, when known. */
  sample?: Json;
};

export type VariableGroup = {
  /** `inputs`, `trigger`, `env`, `vars`, `conversation`, or the key of the node. */
  id: string;
  nodeKey: string | null;
  title: Message;
  variables: Variable[];
};

const INPUTS_TITLE: Message = { key: "variables:runInputs" };
/** Reference word of trigger data; also the id of its group. */
export const TRIGGER = "trigger";
/** Reference word of installation variables; also the id of their group. */
export const ENVIRONMENT = "env";
/** Reference words of values kept for later runs and messages; also the ids of their groups. */
const PERSISTENT = ["vars", "conversation"] as const;
/** Steps of a path: `items[0].name` has three. */
const MAX_DEPTH = 6;
const MAX_KEYS = 40;
/** Values inside one field of an output; its other fields have to be reached as well. */
const MAX_IN_FIELD = 60;

/** Last outputs by node key, from the newest run or from debugging; of a trigger what arrived last. */
export type LastOutputs = Readonly<Record<string, JsonObject | null | undefined>>;

/**
 * List everything that node `key` may refer to, nearest node first and run inputs last.
 *
 * Fields come from the node type, from the config (`output_fields_from`) and from the last output.
 */
export function availableVariables(
  document: GraphDocument,
  types: NodeTypeIndex,
  key: string,
  lastOutputs: LastOutputs = {},
  environment: Environment = {},
): VariableGroup[] {
  const own = document.nodes[key];
  // A trigger knows only what arrived at it: no run has begun.
  if (own && isTrigger(types[own.type])) {
    return [...triggerGroups([own], types, lastOutputs), ...environmentGroups(environment)];
  }
  const start = startKey(document);
  const groups: VariableGroup[] = [];
  const outputsBefore = (at: string) => {
    for (const upstream of upstreamKeys(document.edges, at)) {
      const node = document.nodes[upstream];
      if (node && upstream !== start) groups.push(outputGroup(node, types, lastOutputs));
    }
  };
  outputsBefore(key);
  // Inside of containers: what a pass begins with, and what came before the container.
  for (const container of homeOf(document.nodes, types, key).reverse()) {
    const node = document.nodes[container];
    if (node) groups.push(nodeGroup(node, passVariables(node, types)));
    outputsBefore(container);
  }
  const startNode = start === null ? undefined : document.nodes[start];
  if (startNode && start !== key) {
    groups.push({
      id: "inputs",
      nodeKey: startNode.key,
      title: INPUTS_TITLE,
      variables: nodeVariables(startNode, types, ["inputs"], lastOutputs[startNode.key]),
    });
  }
  groups.push(...triggerGroups(triggersOf(document, types), types, lastOutputs));
  groups.push(...persistentGroups(document, lastOutputs), ...environmentGroups(environment));
  return groups.filter((group) => group.variables.length > 0);
}

/** Fields of all triggers that may have started the run. */
function triggerGroups(
  triggers: readonly NodeDoc[],
  types: NodeTypeIndex,
  lastOutputs: LastOutputs,
): VariableGroup[] {
  const [first] = triggers;
  if (!first) return [];
  const all = triggers.flatMap((node) => nodeVariables(node, types, [TRIGGER], lastOutputs[node.key]));
  const variables = new Map(all.map((variable) => [variable.path, variable]));
  // What is known of a value counts, whichever trigger it came through.
  for (const variable of all) if (variable.sample !== undefined) variables.set(variable.path, variable);
  const title = { key: "variables:trigger" };
  return [{ id: TRIGGER, nodeKey: null, title, variables: [...variables.values()] }];
}

/** Values kept by this workflow's nodes, by owner. */
function persistentGroups(document: GraphDocument, lastOutputs: LastOutputs): VariableGroup[] {
  const rows = assignmentsOf(document.nodes);
  return PERSISTENT.map((word) => {
    const owner = word === "vars" ? "workflow" : "conversation";
    const variables = new Map<string, Variable>();
    for (const { key, name } of rows.filter((row) => row.owner === owner)) {
      const sample = lastOutputs[key]?.[name];
      const reference = writePath([word, name], "template");
      variables.set(name, {
        path: name,
        reference,
        type: "any",
        title: name,
        ...(sample !== undefined && { sample }),
      });
    }
    return {
      id: word,
      nodeKey: null,
      title: { key: `variables:${word}` },
      variables: [...variables.values()],
    };
  });
}

function environmentGroups(environment: Environment): VariableGroup[] {
  const variables = Object.entries(environment).map(
    ([name, sample]): Variable => ({
      path: name,
      reference: writePath([ENVIRONMENT, name], "template"),
      type: "string",
      title: name,
      sample,
    }),
  );
  return variables.length === 0
    ? []
    : [{ id: ENVIRONMENT, nodeKey: null, title: { key: "variables:environment" }, variables }];
}

/** List what a container's own fields may refer to that are evaluated at the end of a pass: the nodes inside too. */
export function variablesInPass(
  document: GraphDocument,
  types: NodeTypeIndex,
  key: string,
  lastOutputs: LastOutputs = {},
  environment: Environment = {},
): VariableGroup[] {
  const container = document.nodes[key];
  const inside = descendantKeys(document.nodes, key).filter(
    (child) => homeOf(document.nodes, types, child).at(-1) === key,
  );
  return [
    ...inside
      .map((child) => document.nodes[child])
      .map((node) => node && outputGroup(node, types, lastOutputs)),
    container && nodeGroup(container, passVariables(container, types)),
  ]
    .filter((group) => group !== undefined)
    .filter((group) => group.variables.length > 0)
    .concat(availableVariables(document, types, key, lastOutputs, environment));
}

function nodeGroup(node: NodeDoc, variables: Variable[]): VariableGroup {
  return {
    id: node.key,
    nodeKey: node.key,
    title: node.name,
    variables,
  };
}

function outputGroup(node: NodeDoc, types: NodeTypeIndex, lastOutputs: LastOutputs): VariableGroup {
  return nodeGroup(node, nodeVariables(node, types, ["nodes", node.key], lastOutputs[node.key]));
}

type DeclaredField = Omit<OutputField, "title"> & { title: Message };

/** The output fields of one node as its type and config declare them. */
export function declaredFields(node: NodeDoc, types: NodeTypeIndex): DeclaredField[] {
  const type = types[node.type];
  if (!type) return [];
  const fields: DeclaredField[] = [...type.output_fields];
  if (type.output_fields_from) {
    for (const item of objectsOf(valueAt(node.config, type.output_fields_from))) {
      const name = textOf(item.name);
      if (!name || fields.some((field) => field.name === name)) continue;
      const title = textOf(item.title) || name;
      fields.push({ name, type: fieldType(textOf(item.type)), title });
    }
  }
  return fields;
}

/** Pass values visible to nodes inside containers. */
function passVariables(node: NodeDoc, types: NodeTypeIndex): Variable[] {
  return (types[node.type]?.pass_fields ?? []).map(({ name, type, title }) => ({
    path: name,
    reference: writePath(["nodes", node.key, name], "template"),
    type,
    title,
  }));
}

function nodeVariables(
  node: NodeDoc,
  types: NodeTypeIndex,
  root: readonly string[],
  last: JsonObject | null | undefined,
): Variable[] {
  const output = last ?? {};
  const variables = new Map<string, Variable>();
  for (const field of declaredFields(node, types)) {
    add(variables, root, [field.name], field.type, field.title, output[field.name]);
    if (field.name === "result") addSchemaFields(variables, root, node.config);
  }
  for (const [name, value] of Object.entries(output).slice(0, MAX_KEYS)) {
    addValue(variables, root, [name], value, variables.size + MAX_IN_FIELD);
  }
  return [...variables.values()];
}

/** Fields that an AI node's JSON schema promises. */
function addSchemaFields(
  variables: Map<string, Variable>,
  root: readonly string[],
  config: JsonObject,
): void {
  if (config.outputType !== "json") return;
  for (const [name, schema] of Object.entries(objectOf(valueAt(config, "outputSchema.properties")))) {
    const { title, type } = objectOf(schema);
    const text = textOf(title) || name;
    add(variables, root, ["result", name], fieldType(textOf(type)), text, undefined);
  }
}

/** Add a value and what is in it, until there are `most` variables. */
function addValue(
  variables: Map<string, Variable>,
  root: readonly string[],
  path: ReferencePath,
  value: Json,
  most: number,
): void {
  add(variables, root, path, typeOf(value), String(path.at(-1)), value);
  if (path.length >= MAX_DEPTH) return;
  for (const [step, inner] of partsOf(value)) {
    if (variables.size >= most) return;
    addValue(variables, root, [...path, step], inner, most);
  }
}

/** Fields of an object; of a list the first item, which the others mostly resemble. */
function partsOf(value: Json): [string | number, Json][] {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => [0, item]);
  return Object.entries(objectOf(value)).slice(0, MAX_KEYS);
}

function add(
  variables: Map<string, Variable>,
  root: readonly string[],
  path: ReferencePath,
  type: OutputField["type"],
  title: Message,
  sample: Json | undefined,
): void {
  const id = writePath(path, "template");
  const known = variables.get(id);
  if (known) {
    if (sample !== undefined && known.sample === undefined) known.sample = sample;
    return;
  }
  const reference = writePath([...root, ...path], "template");
  const variable = { path: id, reference, type, title };
  const seen = sample !== undefined && { sample, type: type === "any" ? typeOf(sample) : type };
  variables.set(id, { ...variable, ...seen });
}

const FIELD_TYPES: Readonly<Record<string, OutputField["type"]>> = {
  text: "string",
  paragraph: "string",
  select: "string",
  choices: "array",
  date: "string",
  email: "string",
  rating: "number",
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  object: "object",
  array: "array",
};

function fieldType(name: string): OutputField["type"] {
  return FIELD_TYPES[name] ?? "any";
}

function typeOf(value: Json): OutputField["type"] {
  if (Array.isArray(value)) return "array";
  if (value === null) return "any";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "object";
}
