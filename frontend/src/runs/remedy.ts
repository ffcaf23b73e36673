/** Kind of remedy for a failed node or run, by the cause. Pure. */

import type { RunError } from "@/api/types";

/** Codes of the server by what a person can do; the rest has the general remedy. */
const CODES = {
  again: [
    "conversion_busy",
    "evaluation_busy",
    "guardrail_busy",
    "provider_rate_limited",
    "provider_stream_broken",
    "provider_unavailable",
    "sandbox_busy",
    "tool_call_limit",
    "tool_not_reached",
    "tool_rate_limited",
    "tool_timeout",
    "tool_unavailable",
  ],
  refused: ["provider_refused", "tool_upstream_failed"],
  account: [
    "account_not_connected",
    "credential_missing",
    "oauth_refused",
    "provider_auth",
    "provider_quota",
  ],
  rights: ["outbound_blocked", "right_lost", "sub_workflow_forbidden", "tool_denied"],
  settings: [
    "client_settings_invalid",
    "prompt_missing",
    "provider_not_ready",
    "question_missing",
    "sub_workflow_invalid",
    "sub_workflow_missing",
    "tool_function_missing",
    "tool_misconfigured",
    "tool_missing",
    "tool_not_chosen",
    "url_missing",
  ],
  values: [
    "case_invalid",
    "code_failed",
    "condition_not_boolean",
    "expression_invalid",
    "input_invalid",
    "input_missing",
    "items_invalid",
    "list_missing",
    "not_a_list",
    "not_a_number",
    "output_invalid",
    "output_not_json",
    "template_invalid",
    "tool_arguments_invalid",
    "value_missing",
  ],
  limit: [
    "budget_reached",
    "content_too_long",
    "conversion_limit",
    "document_too_large",
    "evaluation_limit",
    "file_too_large",
    "list_too_long",
    "loop_limit_reached",
    "node_timeout",
    "output_too_deep",
    "round_limit",
    "run_deadline",
    "too_many_items",
    "too_many_rows",
    "variables_too_large",
  ],
  unknown: ["outcome_unknown"],
  meant: ["stopped"],
  operator: ["documents_not_installed", "internal_error", "mail_not_set_up"],
} as const satisfies Record<string, readonly string[]>;

type Remedy = keyof typeof CODES | "cause";

/** By the number in the envelope of a tool's result, the only cause in the failure of a tool's node. */
const TOOL_CODES: Readonly<Record<number, Remedy>> = {
  1002: "values",
  1006: "rights",
  2001: "refused",
  2002: "again",
  5001: "settings",
  5002: "again",
};

const OF_CODE = new Map<string, Remedy>(
  Object.entries(CODES).flatMap(([remedy, codes]) => codes.map((code) => [code, remedy as Remedy] as const)),
);

export function remedyOf({ code, details }: Pick<RunError, "code" | "details">): Remedy {
  const toolCode = details?.tool_code;
  const ofTool = typeof toolCode === "number" ? TOOL_CODES[toolCode] : undefined;
  return OF_CODE.get(code) ?? ofTool ?? "cause";
}
