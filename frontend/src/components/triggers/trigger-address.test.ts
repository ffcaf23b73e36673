import { describe, expect, it } from "vitest";
import { curlOf, javascriptOf, pythonOf } from "./programs";
import { exampleCall } from "./trigger-address";

const URL_ = "http://localhost:8000/hooks/abc/orders/:id";

describe("programs that call a webhook", () => {
  it("quote what a shell would read", () => {
    const text = curlOf(exampleCall(URL_, {}, { topic: "it's" }));
    expect(text).toContain("curl -X POST 'http://localhost:8000/hooks/abc/orders/id'");
    expect(text).toContain(`-d '{"topic":"it'\\''s"}'`);
  });

  it("put fields into the address where there is no body", () => {
    expect(curlOf(exampleCall(URL_, { method: "GET" }, { topic: "a b" }))).toBe(
      "curl -X GET 'http://localhost:8000/hooks/abc/orders/id?topic=a+b'",
    );
  });

  it("carry the header that proves them", () => {
    const call = exampleCall(URL_, { sender: "header", senderSettings: { name: "X-Key" } }, {});
    expect(curlOf(call)).toContain("-H 'X-Key: YOUR_SECRET'");
    expect(pythonOf(call)).toContain('"X-Key": "YOUR_SECRET"');
    expect(javascriptOf(call)).toContain('"X-Key": "YOUR_SECRET"');
  });

  it("encode a name and a password themselves", () => {
    const call = exampleCall(URL_, { sender: "basic" }, {});
    expect(curlOf(call)).toContain("-u 'YOUR_USER:YOUR_SECRET'");
    expect(pythonOf(call)).toContain('b64encode("YOUR_USER:YOUR_SECRET".encode())');
    expect(javascriptOf(call)).toContain('Buffer.from("YOUR_USER:YOUR_SECRET")');
  });
});
