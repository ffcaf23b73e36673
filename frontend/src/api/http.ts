/** One way to call the server: typed by its OpenAPI document; session cookie, CSRF, interface language, errors. */

import createClient, { type MaybeOptionalInit } from "openapi-fetch";
import type { MethodResponse, OpenapiQueryClient } from "openapi-react-query";
import type { HttpMethod, PathsWithMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import { isConfirmed } from "@/api/confirmation";
import { ApiError, UNREACHABLE, UNREADABLE } from "@/api/errors";
import type { paths } from "@/api/schema.gen";
import { sessionEnded } from "@/api/session-events";
import { parseExactJson } from "@/lib/json";
import { noteSending } from "@/lib/repeated-presses";
import { noteServerDate } from "@/lib/server-clock";

const raw = createClient<paths>({
  fetch: send,
  querySerializer: queryString,
  credentials: "same-origin",
  headers: { Accept: "application/json" },
});

type Answer<Data> = { data?: Data; error?: unknown; response: Response };
type Ask<Result> = () => Promise<Result>;
type Call = (path: string, init?: object) => Promise<Answer<unknown>>;

/** The methods of the client, each of which throws as `ask` does. */
export const http = Object.fromEntries(
  (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map((method) => [
    method,
    (path: string, init?: object) => settled(() => (raw[method] as Call)(path, init)),
  ]),
) as unknown as typeof raw;

/**
 * Make a call and return the body of its answer; undefined where the answer has none.
 *
 * @throws ApiError for every answer outside 2xx and when nothing answers. An aborted call throws the
 *   browser's AbortError unchanged.
 */
export async function ask<
  Method extends HttpMethod,
  Path extends PathsWithMethod<paths, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(method: Method, path: Path, ...[init]: RequiredKeysOf<Init> extends never ? [Init?] : [Init]) {
  const call = http[method.toUpperCase() as "GET"] as unknown as Call;
  const { data } = await call(path, init as object | undefined);
  return data as MethodResponse<OpenapiQueryClient<paths>, Method, Path, Init>;
}

/** The part of a call that fills in its path, and narrows what is asked for. */
export const at = <Path, Query = undefined>(path: Path, query?: Query) => ({
  params: { path, query: query as Query },
});

/** The part of a call that sends a file, with other fields beside it, as a form. */
export function withParts(fields: Record<string, string | File>): { bodySerializer: () => FormData } {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return { bodySerializer: () => form };
}

async function settled<Result extends Answer<unknown>>(ask: Ask<Result>): Promise<Result> {
  try {
    return await attempt(ask);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "csrf_failed") {
      // The token changes at sign-in, also in another tab. Reading the session sets a fresh cookie.
      await attempt(() => raw.GET("/api/session/"));
      return attempt(ask);
    }
    if (await isConfirmed(error)) return attempt(ask);
    throw error;
  }
}

async function attempt<Result extends Answer<unknown>>(ask: Ask<Result>): Promise<Result> {
  const answer = await ask().catch((error: unknown) => {
    throw withoutAnswer(error);
  });
  const { ok, status } = answer.response;
  if (!ok) throw refusal(status, answer.error);
  return answer;
}

function refusal(status: number, body: unknown): ApiError {
  const error = ApiError.fromBody(status, body);
  if (error.isSignedOut) sessionEnded.emit();
  return error;
}

function withoutAnswer(error: unknown): unknown {
  if (error instanceof DOMException && error.name === "AbortError") return error;
  // Refusals may hold any text; only the body of a success has to be JSON.
  if (error instanceof SyntaxError) return new ApiError(200, UNREADABLE, "");
  return new ApiError(0, UNREACHABLE, "");
}

async function send(request: Request): Promise<Response> {
  request.headers.set("Accept-Language", document.documentElement.lang || "en");
  if (request.method !== "GET") {
    request.headers.set("X-CSRFToken", cookie("csrftoken"));
    noteSending();
  }
  const askedAt = Date.now();
  const response = await fetch(request);
  noteServerDate(response.headers.get("Date"), askedAt, Date.now());
  return withExactJson(response);
}

/** Lets long integers of an answer stay as they are. */
function withExactJson(response: Response): Response {
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) return response;
  response.json = async () => parseExactJson(await response.text());
  if (response.headers.has("Content-Length")) return response;
  // Without a length the library would parse the text itself.
  const headers = new Headers(response.headers);
  headers.set("Content-Length", "unknown");
  return Object.defineProperty(response, "headers", { value: headers });
}

/** Empty values are omitted; list entries repeat the name. */
function queryString(query: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, given] of Object.entries(query)) {
    for (const value of Array.isArray(given) ? given : [given]) {
      if (value !== undefined && value !== null && value !== "") params.append(name, String(value));
    }
  }
  return params.toString();
}

export function cookie(name: string): string {
  for (const part of document.cookie.split("; ")) {
    if (part.startsWith(`${name}=`)) return decodeURIComponent(part.slice(name.length + 1));
  }
  return "";
}
