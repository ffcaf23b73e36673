/** One way to call the server: typed by its OpenAPI document; session cookie, CSRF, interface language, errors. */

import createClient from "openapi-fetch";
import { isConfirmed } from "@/api/confirmation";
import { ApiError, UNREACHABLE, UNREADABLE } from "@/api/errors";
import type { paths } from "@/api/schema.gen";
import { sessionEnded } from "@/api/session-events";
import { parseExactJson } from "@/lib/json";
import { noteSending } from "@/lib/repeated-presses";
import { noteServerDate } from "@/lib/server-clock";

/** Calls by path. They tell an error in their answer: use them through `dataOf` and `done`. */
export const http = createClient<paths>({
  fetch: send,
  querySerializer: queryString,
  credentials: "same-origin",
  headers: { Accept: "application/json" },
});

type Answer<Data> = { data?: Data; error?: unknown; response: Response };
type Ask<Result> = () => Promise<Result>;

/**
 * Make a call and return what it answers.
 *
 * @throws ApiError for every answer outside 2xx and when nothing answers. An aborted call throws the
 *   browser's AbortError unchanged.
 */
export async function dataOf<Data>(ask: Ask<Answer<Data>>): Promise<Data> {
  const { data, response } = await settled(ask);
  if (data === undefined) throw new ApiError(response.status, UNREADABLE, "");
  return data;
}

/** Make a call that answers with nothing but its success. Throws as `dataOf`. */
export async function done(ask: Ask<Answer<unknown>>): Promise<void> {
  await settled(ask);
}

async function settled<Result extends Answer<unknown>>(ask: Ask<Result>): Promise<Result> {
  try {
    return await attempt(ask);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "csrf_failed") {
      // The token changes at sign-in, also in another tab. Reading the session sets a fresh cookie.
      await attempt(() => http.GET("/api/session/"));
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
  if (!answer.response.ok) throw refusal(answer.response.status, answer.error);
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

/** The `cursor` of a page's `next` or `previous` address. */
export function cursorOf(address: string | null): string | null {
  return address === null ? null : new URL(address, window.location.origin).searchParams.get("cursor");
}
