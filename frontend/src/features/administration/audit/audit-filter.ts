/** The filters of both logs, kept in the address. */

import type { AccessFilter } from "@/api/audit";
import type { InvocationFilter } from "@/api/tools";
import { type Period, readPeriod, timesOf } from "@/components/list-filter/period";
import { MAX_SEARCH_CHARACTERS } from "@/components/search-field";

export const DECISIONS = ["allow", "ask", "deny", "mock", "invalid"] as const;
export const RESULTS = ["success", "failure", "open"] as const;
export const ORIGINS = ["model", "node", "chat", "mcp", "test_button", "tool", "trigger"] as const;
/** Subjects of the events about rights. */
export const KINDS = [
  "account",
  "confirmation",
  "credential",
  "credentials",
  "emergency_access",
  "factor",
  "invitation",
  "invitation_role",
  "link",
  "member",
  "password",
  "permission",
  "provider",
  "rights",
  "role",
  "role_permission",
  "rule",
  "session",
  "sign_in",
  "token",
  "tool",
  "trigger",
  "user",
  "workflow",
] as const;

type Times = "since" | "until";
export type CallFilter = Period & Omit<InvocationFilter, Times | "row" | "run" | "workflow">;
export type RightsFilter = Period &
  Omit<AccessFilter, Times | "kind" | "row"> & { kind?: (typeof KINDS)[number] };

/** Values that are not known are left out, as an old link may hold them. */
export function readCallFilter(params: URLSearchParams): CallFilter {
  const tool = params.get("tool");
  const decision = DECISIONS.find((known) => known === params.get("decision"));
  const result = RESULTS.find((known) => known === params.get("result"));
  const origin = ORIGINS.find((known) => known === params.get("origin"));
  return {
    ...(tool && { tool }),
    ...(decision && { decision }),
    ...(result && { result }),
    ...(origin && { origin }),
    ...readCommon(params),
  };
}

export function readRightsFilter(params: URLSearchParams): RightsFilter {
  const kind = KINDS.find((known) => known === params.get("kind"));
  return { ...(kind && { kind }), ...readCommon(params) };
}

function readCommon(params: URLSearchParams) {
  const user = params.get("user");
  const search = params.get("search")?.trim().slice(0, MAX_SEARCH_CHARACTERS);
  return { ...(user && { user }), ...(search && { search }), ...readPeriod(params) };
}

/** The filter as the server knows it. */
export function asQuery<Filter extends Period>({ period, from, to, ...others }: Filter) {
  return { ...others, ...timesOf({ period, from, to }) };
}
