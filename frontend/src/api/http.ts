/** One way to call the server: JSON in and out, session cookie, CSRF, interface language, typed errors. */

import { ApiError, UNREACHABLE, UNREADABLE } from "@/api/errors";
import type { Json } from "@/api/types";

export type Query = Record<string, string | number | boolean | null | undefined>;

export type CallOptions = {
  query?: Query;
  /** Anything that JSON.stringify accepts. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

type Method = "GET" | "POST" | "PATCH" | "DELETE";

const signedOutListeners = new Set<() => void>();

/** Be told when any call finds that the session is over. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/**
 * Call the server.
 *
 * @param path absolute path with its final slash, such as `/api/workflows/`.
 * @throws ApiError for every answer outside 2xx and when nothing answers. An aborted call throws the
 *   browser's AbortError unchanged.
 */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  try {
    return await attempt<T>(method, path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "csrf_failed") throw error;
    // The token changes at sign-in, also in another tab. Reading the session sets a fresh cookie.
    await attempt("GET", "/api/session/", {});
    return attempt<T>(method, path, options);
  }
}

async function attempt<T>(method: Method, path: string, options: CallOptions): Promise<T> {
  const response = await send(method, path, options);
  const body = await readJson(response);
  if (!response.ok) throw refusal(response.status, body);
  if (response.status !== 204 && body === undefined) throw new ApiError(response.status, UNREADABLE, "");
  return body as T;
}

function refusal(status: number, body: Json | undefined): ApiError {
  const error = ApiError.fromBody(status, body);
  if (error.isSignedOut) for (const listener of signedOutListeners) listener();
  return error;
}

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: "application/json",
    "Accept-Language": document.documentElement.lang || "en",
    ...options.headers,
  };
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["X-CSRFToken"] = cookie("csrftoken");
  try {
    return await fetch(path + queryString(options.query), {
      method,
      headers,
      credentials: "same-origin",
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, UNREACHABLE, "");
  }
}

async function readJson(response: Response): Promise<Json | undefined> {
  const text = await response.text();
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function queryString(query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}

function cookie(name: string): string {
  for (const part of document.cookie.split("; ")) {
    if (part.startsWith(`${name}=`)) return decodeURIComponent(part.slice(name.length + 1));
  }
  return "";
}

/** The `cursor` of a page's `next` or `previous` address. */
export function cursorOf(address: string | null): string | null {
  return address === null ? null : new URL(address, window.location.origin).searchParams.get("cursor");
}
