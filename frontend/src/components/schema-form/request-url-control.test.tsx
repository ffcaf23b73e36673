import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import type { CurlReport, JsonObject, JsonSchema } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";
import { EMPTY_CONTEXT } from "./form-context";
import { SchemaForm } from "./schema-form";

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    url: { type: "string", title: "URL", "x-widget": "request-url", default: "" },
    method: { type: "string", title: "Method", default: "GET" },
  },
};
const REPORT: CurlReport = {
  config: { url: "https://a.example/x", method: "POST", authType: "bearer" },
  secret: { secret: "s3cret" },
  notes: ["The option --netrc was left out."],
};

function Form({ onChange }: { onChange: (value: JsonObject) => void }) {
  const [value, setValue] = useState<JsonObject>({});
  const change = (next: JsonObject) => {
    setValue(next);
    onChange(next);
  };
  return <SchemaForm schema={SCHEMA} value={value} onChange={change} errors={{}} context={EMPTY_CONTEXT} />;
}

async function paste(text: string) {
  const onChange = vi.fn();
  renderRoutes([{ path: "/", element: <Form onChange={onChange} /> }], "/");
  const field = await screen.findByRole("textbox", { name: "URL" });
  fireEvent.paste(field, { clipboardData: { getData: () => text, types: ["text/plain"], files: [] } });
  return onChange;
}

// Loaded on demand, as on the page.
beforeAll(() => import("@/components/credentials/credential-modal"), 60_000);

it("fills in the form from a cURL command, and keeps its secret as a credential", async () => {
  const asked = serve({
    "POST /api/tools/curl/": () => REPORT,
    "GET /api/credentials/kinds/": () => [],
    "POST /api/credentials/": () => ({ id: "c1", name: "Shop", kind: "http" }),
    "GET /api/credentials/": () => [],
  });
  const onChange = await paste("curl -H 'Authorization: Bearer s3cret' https://a.example/x");
  expect(await screen.findByText(/The option --netrc was left out/)).toBeTruthy();
  expect(onChange).toHaveBeenLastCalledWith(REPORT.config);
  await userEvent.type(await screen.findByLabelText("Name"), "Shop");
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ ...REPORT.config, credential: "c1" }));
  const made = asked.find(({ method, path }) => method === "POST" && path === "/api/credentials/");
  expect(made?.body).toEqual({ name: "Shop", kind: "http", values: { secret: "s3cret" } });
});

it("says what is wrong with a command", async () => {
  const errors = [{ pointer: "/command", code: "not_curl", message: "The command names no URL." }];
  serve({ "POST /api/tools/curl/": () => refuse({ status: 400, code: "invalid_input", errors }) });
  const onChange = await paste("curl -s");
  expect(await screen.findByText("The command names no URL.")).toBeTruthy();
  expect(onChange).not.toHaveBeenCalled();
});

it("leaves other texts to the field", async () => {
  const asked = serve({});
  await paste("https://a.example/curl ");
  expect(asked).toEqual([]);
});
