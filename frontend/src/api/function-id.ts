/** The id of one function of a configured tool: `mcp:<id of the tool>:<name>`. */

const PATTERN = /^mcp:([^:]+):(.+)$/;

type FunctionId = { configId: string; name: string };

/** Parses an id; null unless it names a single function. */
export function functionIdOf(id: string): FunctionId | undefined {
  const [, configId, name] = PATTERN.exec(id) ?? [];
  return configId && name ? { configId, name } : undefined;
}

/** The inventory's id of a configured tool. */
export function toolIdOf(configId: string): string {
  return `tool:${configId}`;
}

/** The id of a function of a configured tool. */
export function functionId(configId: string, name: string): string {
  return `mcp:${configId}:${name}`;
}
