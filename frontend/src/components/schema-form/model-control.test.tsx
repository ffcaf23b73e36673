import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import type { JsonObject, JsonSchema, Provider } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";
import { EMPTY_CONTEXT } from "./form-context";
import { SchemaForm } from "./schema-form";

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    provider: { type: "string", title: "Model", "x-widget": "model" },
    model: { type: "string", title: "Model name", "x-widget": "hidden" },
  },
};
const provider = (id: string, name: string, models: string[], changes: Partial<Provider> = {}) => ({
  id,
  name,
  models,
  default_model: models[0] ?? "",
  enabled: true,
  is_builtin: false,
  ...changes,
});
const PROVIDERS = [
  provider("offline", "Offline", ["offline"], { is_builtin: true }),
  provider("p", "House", ["large", "small"]),
  provider("q", "Switched off", ["other"], { enabled: false }),
];

function Form({ start, onChange }: { start: JsonObject; onChange: (value: JsonObject) => void }) {
  const [value, setValue] = useState(start);
  const change = (next: JsonObject) => {
    onChange(next);
    setValue(next);
  };
  return <SchemaForm schema={SCHEMA} value={value} onChange={change} errors={{}} context={EMPTY_CONTEXT} />;
}

function openForm(start: JsonObject, answers: Parameters<typeof serve>[0] = {}) {
  const changes: JsonObject[] = [];
  const onChange = (value: JsonObject) => changes.push(value);
  serve({ "GET /api/providers/": () => PROVIDERS, ...answers });
  renderRoutes([{ path: "/", element: <Form start={start} onChange={onChange} /> }], "/");
  return changes;
}

it("offers every model under its provider, and what is no AI last", async () => {
  openForm({ provider: "p", model: "" });
  await userEvent.click(await screen.findByRole("button", { name: "Model: House · large" }));
  const options = within(screen.getByRole("listbox", { hidden: true })).getAllByRole("option", {
    hidden: true,
  });
  expect(options.map((option) => option.textContent)).toEqual([
    "largedefault",
    "small",
    "Offline model (not an AI)",
  ]);
});

it("changes provider and model in one act, found by the provider's name", async () => {
  const changes = openForm({ provider: "offline", model: "" });
  await userEvent.click(await screen.findByRole("button", { name: "Model: Offline model (not an AI)" }));
  await userEvent.type(screen.getByLabelText("Search models or enter a name"), "house{Enter}");
  expect(changes.at(-1)).toEqual({ provider: "p", model: "large" });
  await screen.findByRole("button", { name: "Model: House · large" });
});

it("takes a name that no list has", async () => {
  const changes = openForm({ provider: "p", model: "small" });
  await userEvent.click(await screen.findByRole("button", { name: "Model: House · small" }));
  await userEvent.type(screen.getByLabelText("Search models or enter a name"), "org/new{Enter}");
  expect(changes.at(-1)).toEqual({ provider: "p", model: "org/new" });
});

it("names a provider that is gone as such", async () => {
  openForm({ provider: "gone", model: "m" });
  expect(await screen.findAllByRole("button", { name: "Model: Provider no longer exists" })).toHaveLength(1);
});

const BARE = {
  "GET /api/providers/": () => PROVIDERS.slice(0, 1),
  "GET /api/providers/presets/": () => [
    {
      id: "openai",
      title: { en: "OpenAI", zh: "OpenAI" },
      wire: "openai",
      base_url: "https://api.openai.example/v1",
      models: ["large"],
      embedding_models: [],
      needs_key: true,
      note: { en: "", zh: "" },
      key_page: "",
    },
  ],
  "POST /api/providers/try/": () => ({ ok: true, message: "", latency_ms: 12, models: ["large"] }),
  "POST /api/providers/": () => provider("n", "OpenAI", ["large"]),
};
const session = (is_staff: boolean) => ({
  "GET /api/session/": () => ({ user: { id: 1, username: "mai", is_staff } }),
});

it("sets up the first provider in place, and takes it", async () => {
  const changes = openForm({ provider: "offline", model: "" }, { ...BARE, ...session(true) });
  await userEvent.click(await screen.findByRole("button", { name: "Add model provider" }));
  await userEvent.click(await screen.findByRole("button", { name: /^OpenAI/ }));
  await userEvent.type(await screen.findByLabelText("API key"), "sk-secret{Enter}");
  await waitFor(() => expect(changes.at(-1)).toEqual({ provider: "n", model: "large" }));
});

it("offers no provider to people who may not make one", async () => {
  openForm({ provider: "offline", model: "" }, { ...BARE, ...session(false) });
  await userEvent.click(await screen.findByRole("button", { name: "Model: Offline model (not an AI)" }));
  expect(screen.queryByRole("button", { name: "Add model provider" })).toBeNull();
  expect(screen.queryByRole("option", { name: "Add model provider", hidden: true })).toBeNull();
});
