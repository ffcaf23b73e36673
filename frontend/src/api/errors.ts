/** Errors of failed calls, refused by the server or unanswered. */

import type { FieldError, Problem, ProblemDocument } from "@/api/types";
import { isRecord } from "@/lib/json";

/** Codes that the client gives itself; all others come from the server's problem documents. */
export const UNREACHABLE = "server_unreachable";
export const UNREADABLE = "unreadable_answer";

/** No answer, too many tries, or something before the server that could not reach it. */
const TRANSIENT = new Set([0, 429, 502, 503, 504]);

export class ApiError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  /** A sentence for people, in the interface language when the server wrote it. */
  readonly detail: string;
  /** One entry per refused field; `pointer` is a JSON pointer into the request body. */
  readonly errors: FieldError[];
  /** Problems of a graph that may not run (code `graph_invalid`). */
  readonly problems: Problem[];
  /** The whole problem document, for codes that carry more (such as `graph_conflict`). */
  readonly data: ProblemDocument;

  constructor(status: number, code: string, detail: string, data: ProblemDocument = {}) {
    super(detail || code);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.data = data;
    this.errors = Array.isArray(data.errors) ? data.errors : [];
    this.problems = Array.isArray(data.problems) ? data.problems : [];
  }

  /** Read a problem document (RFC 9457); any other body becomes `unreadable_answer`. */
  static fromBody(status: number, body: unknown): ApiError {
    if (!isRecord(body) || typeof body.code !== "string") return new ApiError(status, UNREADABLE, "");
    const detail = typeof body.detail === "string" ? body.detail : "";
    return new ApiError(status, body.code, detail, body);
  }

  get isSignedOut(): boolean {
    return this.code === "not_signed_in";
  }

  get isMissing(): boolean {
    return this.status === 404;
  }

  /** May the same call succeed later without any change? */
  get isTransient(): boolean {
    return TRANSIENT.has(this.status);
  }
}

/**
 * Messages by form field, for forms with fields named like the top level of the body.
 *
 * `/config/url` counts for `config`; errors without a pointer are excluded (show `detail` for these).
 */
export function errorsByField(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const fields: Record<string, string> = {};
  for (const { pointer, message } of error.errors) {
    const field = pointer.split("/")[1];
    if (field && !(field in fields)) fields[field] = message;
  }
  return fields;
}

/** Sentence of the server's refusal; empty where it did not answer. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? (error.errors[0]?.message ?? error.detail) : "";
}
