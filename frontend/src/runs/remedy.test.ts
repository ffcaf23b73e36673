import { expect, it } from "vitest";
import type { RunError } from "@/api/types";
import { remedyOf } from "./remedy";

it.each<[string, RunError["details"], string]>([
  ["provider_auth", undefined, "account"],
  ["code_failed", { line: 1 }, "values"],
  ["stopped", {}, "meant"],
  ["tool_execution_failed", { tool_code: 2002 }, "again"],
  ["tool_execution_failed", { tool_code: 1006 }, "rights"],
  ["tool_execution_failed", { tool_code: 4711 }, "cause"],
  ["tool_denied", { tool_code: 2002 }, "rights"],
  ["not_listed", undefined, "cause"],
])("%s with %j has the remedy %s", (code, details, remedy) => {
  expect(remedyOf({ code, ...(details && { details }) })).toBe(remedy);
});
