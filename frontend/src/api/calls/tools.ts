/** Tools: kinds, settings, sessions and calls. */

import { type PageFilter, paged, type Signal } from "@/api/calls/paging";
import { dataOf, done, http } from "@/api/http";
import type * as T from "@/api/types";

/** An OpenAPI document: the file itself, or where it is. */
export type OpenApiSource = { file: File } | { address: string };
export type InvocationFilter = PageFilter<"tool_invocations_list">;

const toolConfig = (id: string) => ({ path: { config_id: id } });
const toolSession = (id: string) => ({ path: { session_id: id } });

export const tools = {
  types: (signal?: Signal) => dataOf<T.ToolType[]>(() => http.GET("/api/tools/types/", { signal })),
  configs: (signal?: Signal) => dataOf<T.ToolConfig[]>(() => http.GET("/api/tools/configs/", { signal })),
  config: (id: string, signal?: Signal) =>
    dataOf<T.ToolConfig>(() =>
      http.GET("/api/tools/configs/{config_id}/", { params: toolConfig(id), signal }),
    ),
  /** Let the server read a skill's folder (zip), its SKILL.md or its JSON; nothing is stored. */
  readSkill: (file: File) => {
    const form = new FormData();
    form.set("file", file);
    return dataOf<T.JsonObject>(() =>
      http.POST("/api/tools/skills/", { body: { file: file.name }, bodySerializer: () => form }),
    );
  },
  /** Let the server read an OpenAPI document; nothing is stored. */
  readOpenApi: (source: OpenApiSource, chosen: string[]) => {
    const form = new FormData();
    if ("file" in source) form.set("file", source.file);
    else form.set("address", source.address);
    form.set("chosen", chosen.join("\n"));
    return dataOf<T.OpenApiReport>(() =>
      http.POST("/api/tools/openapi/", { body: {}, bodySerializer: () => form }),
    );
  },
  readCurl: (command: string) =>
    dataOf<T.CurlReport>(() => http.POST("/api/tools/curl/", { body: { command } })),
  /** Look through Python for the sandbox; it is neither run nor stored. */
  checkCode: (body: T.CodeCheck, signal?: Signal) =>
    dataOf<T.CodeReport>(() => http.POST("/api/tools/code-check/", { body, signal })),
  createConfig: (body: T.ToolConfigDraft) =>
    dataOf<T.ToolConfig>(() => http.POST("/api/tools/configs/", { body })),
  /** A secret that is left out or null keeps its stored value. */
  updateConfig: (id: string, body: T.ToolConfigChanges) =>
    dataOf<T.ToolConfig>(() =>
      http.PATCH("/api/tools/configs/{config_id}/", { params: toolConfig(id), body }),
    ),
  removeConfig: (id: string) =>
    done(() => http.DELETE("/api/tools/configs/{config_id}/", { params: toolConfig(id) })),
  testConfig: (id: string, body: { function: string; arguments: T.JsonObject; mode: T.RunMode }) =>
    dataOf<T.ToolTest>(() =>
      http.POST("/api/tools/configs/{config_id}/test/", { params: toolConfig(id), body }),
    ),
  health: (id: string, signal?: Signal) =>
    dataOf<T.ToolHealth>(() =>
      http.GET("/api/tools/configs/{config_id}/health/", { params: toolConfig(id), signal }),
    ),
  uses: (id: string, signal?: Signal) =>
    dataOf<T.ToolUses>(() =>
      http.GET("/api/tools/configs/{config_id}/uses/", { params: toolConfig(id), signal }),
    ),
  /** Ask the server behind the stored settings what it offers; the answer is 30 s old at most. */
  functions: (id: string, signal?: Signal) =>
    dataOf<T.ToolFunction[]>(() =>
      http.POST("/api/tools/configs/{config_id}/mcp-tools/", { params: toolConfig(id), signal }),
    ),
  /** The form of the arguments of whatever can be called, by its id; a server is asked for its functions. */
  functionOf: (tool: string, signal?: Signal) =>
    dataOf<T.FunctionForm>(() => http.GET("/api/tools/functions/", { params: { query: { tool } }, signal })),
  sessions: (signal?: Signal) => dataOf<T.ToolSession[]>(() => http.GET("/api/tools/sessions/", { signal })),
  refreshSession: (id: string) =>
    dataOf<T.ToolSession>(() =>
      http.POST("/api/tools/sessions/{session_id}/refresh/", { params: toolSession(id) }),
    ),
  destroySession: (id: string) =>
    done(() => http.DELETE("/api/tools/sessions/{session_id}/", { params: toolSession(id) })),
  invocations: (query: InvocationFilter = {}, signal?: Signal) =>
    dataOf<T.ResultPage<T.ToolInvocation>>(() =>
      http.GET("/api/tools/invocations/", { params: paged(query), signal }),
    ),
};
