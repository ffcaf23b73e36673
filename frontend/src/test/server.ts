/** A stand-in for the server at the one place where the client leaves the page: `fetch`. */

import { vi } from "vitest";
import { parseExactJson } from "@/lib/json";

export type Asked = { method: string; path: string; query: URLSearchParams; body: unknown };
export type Refusal = { status: number; code: string; detail?: string; errors?: unknown[] };
type Answer = (asked: Asked) => unknown;

/** Make a handler refuse with a problem document. */
export function refuse(refusal: Refusal): Response {
  return new Response(JSON.stringify(refusal), { status: refusal.status });
}

/**
 * Answer calls by `"GET /api/workflows/"`; anything else gives 404.
 *
 * @returns what was asked, in order. Undo with `vi.unstubAllGlobals()`.
 */
export function serve(answers: Record<string, Answer>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url);
    const isForm = request.headers.get("content-type")?.startsWith("multipart/") ?? false;
    const form = isForm ? Object.fromEntries(await request.formData()) : undefined;
    const text = isForm ? "" : await request.text();
    const call: Asked = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      body: text === "" ? form : parseExactJson(text),
    };
    asked.push(call);
    const answer = answers[`${call.method} ${call.path}`];
    if (!answer)
      return refuse({ status: 404, code: "not_found", detail: `no answer for ${call.method} ${call.path}` });
    const body = await answer(call);
    return body instanceof Response ? body : new Response(JSON.stringify(body), { status: 200 });
  });
  return asked;
}
