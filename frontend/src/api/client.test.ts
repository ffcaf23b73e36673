import { afterEach, describe, expect, it, vi } from "vitest";
import { cursorOf } from "@/api/cache";
import { ApiError, errorsByField, UNREACHABLE, UNREADABLE } from "@/api/errors";
import { ask, at } from "@/api/http";
import { sessionEnded } from "@/api/session-events";

function answer(status: number, body: unknown): Response {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(status === 204 ? null : text, { status });
}

/** Stand in for the network: answers in order, and what was asked. */
function network(...answers: (Response | Error)[]) {
  const asked: (Pick<Request, "url" | "method" | "headers" | "signal"> & { body: string | null })[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const body = (await request.text()) || null;
    const { method, headers, signal } = request;
    asked.push({ url: pathname + search, method, headers, signal, body });
    const next = answers.shift();
    if (next === undefined) throw new Error(`unexpected call to ${request.url}`);
    if (next instanceof Error) throw next;
    return next;
  });
  return asked;
}

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`not an ApiError: ${String(error)}`);
  return error;
}

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the client reads the cookie that Django sets.
  document.cookie = "csrftoken=; max-age=0";
});

describe("calls", () => {
  it("send only the query values that are set", async () => {
    const asked = network(answer(200, { results: [], next: null, previous: null }));
    await ask("get", "/api/runs/", {
      params: { query: { workflow: "w1", status: undefined, cursor: null as unknown as undefined } },
    });
    expect(asked[0]?.url).toBe("/api/runs/?workflow=w1");
  });

  it("carry the CSRF token when they change something, and the language always", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the client reads the cookie that Django sets.
    document.cookie = "csrftoken=abc";
    const asked = network(answer(201, { id: "w1" }), answer(200, []));
    await ask("post", "/api/workflows/", { body: { name: "Mail" } });
    await ask("get", "/api/node-types/");
    expect(asked[0]?.headers.get("X-CSRFToken")).toBe("abc");
    expect(asked[0]?.body).toBe('{"name":"Mail"}');
    expect(asked[1]?.headers.get("X-CSRFToken")).toBeNull();
    expect(asked[1]?.headers.get("Accept-Language")).toBe("en");
  });

  it("read the session once and try again when the CSRF token is stale", async () => {
    const asked = network(
      answer(403, { code: "csrf_failed" }),
      answer(200, { user: null, second_step: [], setup_required: false }),
      answer(204, ""),
    );
    await ask("delete", "/api/workflows/{workflow_id}/", at({ workflow_id: "w1" }));
    expect(asked.map((call) => call.url)).toEqual([
      "/api/workflows/w1/",
      "/api/session/",
      "/api/workflows/w1/",
    ]);
  });

  it("escape what stands in the path, and in what is asked", async () => {
    const asked = network(answer(200, {}));
    await ask(
      "get",
      "/api/runs/{run_id}/nodes/{node_key}/",
      at({ run_id: "r1", node_key: "a/b" }, { scope: "/each.3" }),
    );
    expect(asked[0]?.url).toBe("/api/runs/r1/nodes/a%2Fb/?scope=%2Feach.3");
  });
});

describe("errors", () => {
  it("keep status, code, sentence, fields and everything else of the problem document", async () => {
    const body = {
      type: "urn:flowloom:error:graph_conflict",
      title: "Conflict",
      status: 409,
      detail: "Someone else changed this workflow.",
      code: "graph_conflict",
      revision: 7,
    };
    network(answer(409, body));
    const error = await failure(
      ask("patch", "/api/workflows/{workflow_id}/graph/", {
        ...at({ workflow_id: "w1" }),
        body: { revision: 6, operations: [] },
      }),
    );
    expect(error).toMatchObject({ status: 409, code: "graph_conflict", detail: body.detail });
    expect(error.data.revision).toBe(7);
    expect(error.errors).toEqual([]);
    expect(error.isTransient).toBe(false);
  });

  it("are told by field, the first message of each", async () => {
    const errors = [
      { pointer: "/config/url", code: "missing", message: "Enter an address." },
      { pointer: "/config/method", code: "enum", message: "Choose a method." },
      { pointer: "/name", code: "blank", message: "Give it a name." },
      { pointer: "", code: "invalid", message: "Not good as a whole." },
    ];
    network(answer(400, { code: "invalid_input", detail: "Some fields need another look.", errors }));
    const error = await failure(ask("post", "/api/tokens/", { body: { name: "" } }));
    expect(errorsByField(error)).toEqual({ config: "Enter an address.", name: "Give it a name." });
    expect(errorsByField(new Error("other"))).toEqual({});
  });

  it("say that nothing answered, which may pass", async () => {
    network(new TypeError("Failed to fetch"));
    const error = await failure(ask("get", "/api/node-types/"));
    expect(error).toMatchObject({ status: 0, code: UNREACHABLE, isTransient: true });
  });

  it("do not show the page of a proxy as if it were our text", async () => {
    network(answer(502, "<html>Bad gateway</html>"));
    const error = await failure(ask("get", "/api/node-types/"));
    expect(error).toMatchObject({ status: 502, code: UNREADABLE, detail: "", isTransient: true });
  });

  it("leave a call that its caller gave up as the browser tells it", async () => {
    const asked = network(new DOMException("given up", "AbortError"));
    const reason = await ask("get", "/api/node-types/", { signal: AbortSignal.abort() }).catch(
      (error: unknown) => error,
    );
    expect(reason).toMatchObject({ name: "AbortError" });
    expect(reason).not.toBeInstanceOf(ApiError);
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it("are raised when a success carries no JSON", async () => {
    network(answer(200, "<html>Sign in to the guest network</html>"));
    expect((await failure(ask("get", "/api/node-types/"))).code).toBe(UNREADABLE);
  });

  it("announce that the session is over", async () => {
    let heard = 0;
    const stop = sessionEnded.listen(() => {
      heard += 1;
    });
    network(
      answer(403, { code: "not_signed_in" }),
      answer(401, { code: "authentication_failed" }),
      answer(403, { code: "not_signed_in" }),
    );
    expect((await failure(ask("get", "/api/node-types/"))).isSignedOut).toBe(true);
    expect(
      (await failure(ask("post", "/api/session/", { body: { username: "a", password: "b" } }))).isSignedOut,
    ).toBe(false);
    stop();
    await failure(ask("get", "/api/node-types/"));
    expect(heard).toBe(1);
  });
});

describe("cursorOf", () => {
  it("takes the cursor out of a full address", () => {
    expect(cursorOf("http://127.0.0.1:8000/api/runs/?status=failed&cursor=cD0y")).toBe("cD0y");
    expect(cursorOf(null)).toBeNull();
  });
});
