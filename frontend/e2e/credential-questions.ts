/** Tools that are signed with a stored secret, and calls that would take it to another address. */

import { expect } from "@playwright/test";
import type { ToolConfig } from "../src/api/types";
import type { Api } from "./api";
import { httpTool } from "./documents";

/** A tool with a secret of its own, which has gone to one address; who calls it chooses where. */
export async function signedTool(
  api: Api,
  name: string,
  home: string,
  description = "Answers with the state of an order.",
): Promise<ToolConfig> {
  const headers = [{ key: "X-Auth-Token", value: "planted-key-7" }];
  const tool = await api.createTool({
    ...httpTool(name, home),
    description,
    config: { method: "GET", headers },
  });
  const { result } = await api.testTool(tool.id, { url: home });
  const { credential_id } = (result as { data: { credential_id: string } }).data;
  await api.confirmOrigin(credential_id, home);
  expect(await api.testTool(tool.id, { url: home })).toMatchObject({ result: { success: true } });
  return tool;
}

/** The tool is called with another address: its secret is not sent there, and its owner is asked. */
export async function callElsewhere(api: Api, tool: string, url: string): Promise<void> {
  const { result } = await api.testTool(tool, { url });
  expect(result).toMatchObject({ metadata: { error_code: "origin_not_confirmed" } });
}
