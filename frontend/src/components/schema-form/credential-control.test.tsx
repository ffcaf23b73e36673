import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import type { Credential, JsonObject, JsonSchema } from "@/api/types";
import { readSchema } from "@/document/form-schema";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { EMPTY_CONTEXT } from "./form-context";
import { SchemaForm } from "./schema-form";

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    credential: { type: "string", title: "Credential", "x-widget": "credential", default: "" },
    authSecret: { type: "string", title: "Secret", "x-show-if": { credential: [""] } },
  },
};
const SHOP: Credential = {
  id: "c1",
  name: "Shop",
  kind: "http",
  owner: null,
  origins: [],
  has_test_values: false,
  asked_origins: [],
  decides_origins: true,
  max_calls: 0,
  per_seconds: 60,
  proxy: "",
  created_at: "2026-03-10T12:00:00Z",
};

const SPEECH: JsonSchema = {
  type: "object",
  properties: {
    credential: { ...readSchema(SCHEMA).properties?.credential, "x-providers": ["openai", "zhipu"] },
  },
};
const PROVIDER = { id: "p1", name: "Our OpenAI", preset: "openai", enabled: true, key_set: true };

function Form({
  onChange,
  schema = SCHEMA,
  credential = "",
}: {
  onChange: (value: JsonObject) => void;
  schema?: JsonSchema;
  credential?: string;
}) {
  const [value, setValue] = useState<JsonObject>({ credential });
  const change = (next: JsonObject) => {
    setValue(next);
    onChange(next);
  };
  return <SchemaForm schema={schema} value={value} onChange={change} errors={{}} context={EMPTY_CONTEXT} />;
}

// Loaded on demand, as on the page.
beforeAll(() => import("@/components/credentials/credential-modal"), 60_000);

it("offers credentials for requests only, and takes the secret from nowhere else then", async () => {
  serve({ "GET /api/credentials/": () => [SHOP, { ...SHOP, id: "c2", name: "Bot", kind: "tool" }] });
  const onChange = vi.fn();
  renderRoutes([{ path: "/", element: <Form onChange={onChange} /> }], "/");
  expect(await screen.findByLabelText("Secret")).toBeTruthy();
  await userEvent.click(await screen.findByLabelText("Credential"));
  expect(screen.queryByRole("option", { name: "Bot" })).toBeNull();
  await userEvent.click(await screen.findByRole("option", { name: "Shop" }));
  expect(onChange).toHaveBeenLastCalledWith({ credential: "c1" });
  await waitFor(() => expect(screen.queryByLabelText("Secret")).toBeNull());
});

it("offers the model providers whose key does where the schema says so", async () => {
  serve({
    "GET /api/credentials/": () => [SHOP],
    "GET /api/providers/": () => [
      PROVIDER,
      { ...PROVIDER, id: "p2", name: "Switched off", enabled: false },
      { ...PROVIDER, id: "p3", name: "Without a key", key_set: false },
      { ...PROVIDER, id: "p4", name: "Another form", preset: "dashscope" },
    ],
  });
  const onChange = vi.fn();
  renderRoutes([{ path: "/", element: <Form onChange={onChange} schema={SPEECH} /> }], "/");
  await userEvent.click(await screen.findByLabelText("Credential"));
  await screen.findByRole("option", { name: "Shop" });
  const names = screen.getAllByRole("option").map((option) => option.textContent);
  expect(names).toEqual(["Our OpenAI", "Shop", "Connect an account…", "New credential…"]);
  await userEvent.click(screen.getByRole("option", { name: "Our OpenAI" }));
  expect(onChange).toHaveBeenLastCalledWith({ credential: "provider:p1" });
});

it("says so when the chosen model provider is gone", async () => {
  serve({ "GET /api/credentials/": () => [], "GET /api/providers/": () => [PROVIDER] });
  const form = <Form onChange={vi.fn()} schema={SPEECH} credential="provider:p9" />;
  renderRoutes([{ path: "/", element: form }], "/");
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>("Credential").value).toBe("Deleted, or not yours"),
  );
});

it("takes one that is made on the way", async () => {
  const rows: Credential[] = [];
  serve({
    "GET /api/credentials/": () => rows,
    "GET /api/credentials/kinds/": () => [],
    "POST /api/credentials/": () => {
      rows.push(SHOP);
      return SHOP;
    },
  });
  const onChange = vi.fn();
  renderRoutes([{ path: "/", element: <Form onChange={onChange} /> }], "/");
  await userEvent.click(await screen.findByLabelText("Credential"));
  await userEvent.click(await screen.findByRole("option", { name: "New credential…" }));
  await userEvent.type(await screen.findByLabelText("Name"), "Shop");
  await userEvent.type(screen.getByLabelText("Password, token or key"), "s3cret");
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ credential: "c1" }));
});
