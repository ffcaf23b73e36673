/** Keys in the settings of a request, which a node is or carries as a tool, and the way to these settings. Pure. */

import type { Json, JsonObject, NodeDoc } from "@/api/types";
import { isEqualJson } from "@/lib/equal-json";
import { isRecord } from "@/lib/json";

/** Names and indexes that lead from a config to the settings of a request. */
export type RequestPath = readonly string[];

/** Settings of a request with a key, and the type of tool that they are of. */
export type KeyedRequest = { path: RequestPath; type: KeyedType };
type KeyedType = keyof typeof SIGNING_FIELDS;

const KEY_CODES: ReadonlySet<string> = new Set(["key_in_address", "secret_in_node"]);
const CARRIED = /^(?:tools\.\d+|tool)\.config(?=\.)/;
/** Fields by which a request is signed already, by the types of tools from which a key can be moved. */
const SIGNING_FIELDS = {
  "http-request": ["authType"],
  "mcp-server": ["credential", "token"],
  openapi: ["credential", "secret"],
} as const;
const UNSIGNED: readonly (Json | undefined)[] = [undefined, null, "", "none"];

/** Find the settings that a problem at a field (`tools.0.config.url`) is about, if their key may become a credential. */
export function keyedRequest(node: NodeDoc, code: string, field: string): KeyedRequest | null {
  if (!KEY_CODES.has(code)) return null;
  const isRequest = node.type === "http_request";
  const path = isRequest ? [] : CARRIED.exec(field)?.[0].split(".");
  if (!path) return null;
  const type = isRequest ? "http-request" : settingsAt(node.config, path.slice(0, -1)).type;
  const settings = settingsAt(node.config, path);
  const isUnsigned = isKeyed(type) && SIGNING_FIELDS[type].every((name) => UNSIGNED.includes(settings[name]));
  return isUnsigned ? { path, type } : null;
}

function isKeyed(type: Json | undefined): type is KeyedType {
  return typeof type === "string" && Object.hasOwn(SIGNING_FIELDS, type);
}

/** The object at the end of a path; an empty one when there is none. */
export function settingsAt(config: JsonObject, path: RequestPath): JsonObject {
  let found: Json | undefined = config;
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)];
    else found = isRecord(found) ? found[key] : undefined;
  }
  return isRecord(found) ? found : {};
}

/** Take over what differs between two states of settings, and leave the others as they are now. */
export function withChanged(
  config: JsonObject,
  path: RequestPath,
  before: JsonObject,
  after: JsonObject,
): JsonObject {
  const changed = Object.entries(after).filter(([name, value]) => !isEqualJson(value, before[name]));
  const settings = { ...settingsAt(config, path), ...Object.fromEntries(changed) };
  const [field, ...rest] = path;
  return field === undefined ? settings : { ...config, [field]: replaced(config[field], rest, settings) };
}

function replaced(value: Json | undefined, [key, ...rest]: RequestPath, settings: JsonObject): Json {
  if (key === undefined) return settings;
  if (Array.isArray(value)) {
    return value.map((item, index) => (`${index}` === key ? replaced(item, rest, settings) : item));
  }
  return isRecord(value) ? { ...value, [key]: replaced(value[key], rest, settings) } : settings;
}
