import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Provider, ProviderPreset } from "@/api/types";
import { ProvidersPage } from "@/features/settings/providers-page";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";

const PRESETS: ProviderPreset[] = [
  {
    id: "openai",
    title: { en: "OpenAI", zh: "OpenAI" },
    wire: "openai",
    base_url: "https://api.openai.example/v1",
    models: ["large", "small"],
    embedding_models: [],
    needs_key: true,
    note: { en: "", zh: "" },
    key_page: "https://keys.openai.example/new",
  },
  {
    id: "offline",
    title: { en: "Offline model", zh: "离线模型" },
    wire: "offline",
    base_url: "",
    models: [],
    embedding_models: [],
    needs_key: false,
    note: { en: "", zh: "" },
    key_page: "",
  },
];

const STORED: Provider = {
  id: "p1",
  name: "Our OpenAI",
  preset: "openai",
  wire: "openai",
  base_url: "https://api.openai.example/v1",
  default_model: "large",
  models: ["large"],
  key_set: true,
  enabled: true,
  options: null,
  is_builtin: false,
};
const OFFLINE: Provider = {
  ...STORED,
  id: "offline",
  name: "Offline model",
  preset: "offline",
  is_builtin: true,
};

const NO_PRICES = { input_price: null, output_price: null, cached_price: null };

const WORKS = { ok: true, message: "", latency_ms: 120, models: ["large", "small", "tiny"] };
const REFUSED = { ok: false, message: "OpenAI does not accept the API key.", latency_ms: 90, models: [] };

async function openNew() {
  await userEvent.click(await screen.findByRole("button", { name: "Add provider" }));
  await userEvent.click(await screen.findByRole("button", { name: /^OpenAI/ }));
  await userEvent.type(screen.getByLabelText("API key"), "sk-secret");
}

const pathsOf = (asked: Asked[]) =>
  asked.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

function openPage(answers: Record<string, (asked: Asked) => unknown> = {}) {
  const asked = serve({
    "GET /api/providers/": () => [OFFLINE, STORED],
    "GET /api/providers/presets/": () => PRESETS,
    "POST /api/providers/try/": () => WORKS,
    ...answers,
  });
  renderRoutes([{ path: "/", element: <ProvidersPage /> }], "/");
  return asked;
}

describe("model providers", () => {
  it("start from a preset that fills in everything but the key", async () => {
    const asked = openPage({ "POST /api/providers/": () => STORED });
    await userEvent.click(await screen.findByRole("button", { name: "Add provider" }));
    expect(screen.queryByRole("button", { name: /^Offline model/ })).toBeNull();
    await userEvent.click(await screen.findByRole("button", { name: /^OpenAI/ }));
    const where = screen.getByRole("link", { name: "Get a key at keys.openai.example." });
    expect(where.getAttribute("href")).toBe("https://keys.openai.example/new");
    await userEvent.type(screen.getByLabelText("API key"), "sk-secret");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(screen.queryByLabelText("API key")).toBeNull());
    expect(pathsOf(asked)).toEqual(["POST /api/providers/try/", "POST /api/providers/"]);
    expect(asked.findLast((call) => call.method === "POST")?.body).toEqual({
      name: "OpenAI",
      preset: "openai",
      base_url: "https://api.openai.example/v1",
      default_model: "large",
      models: ["large", "small"],
      options: { stream: true, stream_usage: true, embedding_batch: null, ...NO_PRICES, body: {} },
      api_key: "sk-secret",
    });
  });

  it("keep how their models are called", async () => {
    const options = { effort: "low" as const, stream: false, output_price: 8, body: { top_k: 20 } };
    const asked = openPage({
      "GET /api/providers/": () => [OFFLINE, { ...STORED, options }],
      "PATCH /api/providers/p1/": () => STORED,
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit Our OpenAI" }));
    await userEvent.click(await screen.findByText("Advanced"));
    expect(screen.getByLabelText<HTMLSelectElement>("Thinking").value).toBe("low");
    expect(screen.getByLabelText<HTMLInputElement>("Price of output").value).toBe("8");
    await userEvent.type(screen.getByLabelText("Price of input"), "2.5");
    await userEvent.type(screen.getByLabelText("Price of cached input"), "0.05");
    const body = screen.getByLabelText("Further request fields");
    await userEvent.clear(body);
    await userEvent.type(body, "no JSON");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Enter a JSON object.")).toBeTruthy();
    await userEvent.clear(body);
    await userEvent.click(screen.getByRole("switch", { name: /^Streaming/ }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(asked.some((call) => call.method === "PATCH")).toBe(true));
    expect(asked.find((call) => call.method === "PATCH")?.body).toMatchObject({
      options: {
        effort: "low",
        stream: true,
        stream_usage: true,
        embedding_batch: null,
        input_price: 2.5,
        output_price: 8,
        cached_price: 0.05,
        body: {},
      },
    });
  });

  it("keep the stored key when the field stays empty, and never show it", async () => {
    const asked = openPage({ "PATCH /api/providers/p1/": () => STORED });
    await userEvent.click(await screen.findByRole("button", { name: "Edit Our OpenAI" }));
    const key = await screen.findByLabelText<HTMLInputElement>("API key");
    expect(key.value).toBe("");
    expect(key.type).toBe("password");
    expect(key.placeholder).toBe("Stored. Leave empty to keep it.");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(asked.some((call) => call.method === "PATCH")).toBe(true));
    expect(asked.find((call) => call.method === "PATCH")?.body).not.toHaveProperty("api_key");
  });

  it("try the stored key of the edited one before they save", async () => {
    const asked = openPage({ "PATCH /api/providers/p1/": () => STORED });
    await userEvent.click(await screen.findByRole("button", { name: "Edit Our OpenAI" }));
    await userEvent.click(await screen.findByRole("button", { name: "Try" }));
    expect((await screen.findByRole("status")).textContent).toBe("Connected in 120 ms; 3 models available.");
    expect(asked.find((call) => call.path.endsWith("/try/"))?.body).toMatchObject({ id: "p1" });
    expect(asked.some((call) => call.method === "PATCH")).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(pathsOf(asked)).toEqual(["POST /api/providers/try/", "PATCH /api/providers/p1/"]),
    );
  });

  it("stay open with the sentence of a refusal, until they are saved anyway", async () => {
    const asked = openPage({
      "POST /api/providers/try/": () => REFUSED,
      "POST /api/providers/": () => STORED,
    });
    await openNew();
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    expect((await screen.findByRole("status")).textContent).toBe(REFUSED.message);
    expect(pathsOf(asked)).toEqual(["POST /api/providers/try/"]);
    await userEvent.click(screen.getByRole("button", { name: "Save anyway" }));
    await waitFor(() => expect(screen.queryByLabelText("API key")).toBeNull());
    expect(pathsOf(asked)).toEqual(["POST /api/providers/try/", "POST /api/providers/"]);
  });

  it("ask again once another key is typed", async () => {
    const answers = [REFUSED, WORKS];
    const asked = openPage({
      "POST /api/providers/try/": () => answers.shift(),
      "POST /api/providers/": () => STORED,
    });
    await openNew();
    await userEvent.click(screen.getByRole("button", { name: "Try" }));
    await screen.findByText(REFUSED.message);
    await userEvent.type(screen.getByLabelText("API key"), "-2");
    expect(screen.queryByText(REFUSED.message)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(pathsOf(asked)).toHaveLength(3));
    expect(asked.findLast((call) => call.method === "POST")?.body).toMatchObject({ api_key: "sk-secret-2" });
  });

  it("take a model that the service has while nobody has chosen one", async () => {
    const asked = openPage({
      "POST /api/providers/try/": () => ({ ...WORKS, models: ["embed-3", "newer", "newest"] }),
      "POST /api/providers/": () => STORED,
    });
    await openNew();
    await userEvent.click(screen.getByRole("button", { name: "Try" }));
    const model = screen.getByRole<HTMLInputElement>("combobox", { name: "Default model" });
    await waitFor(() => expect(model.value).toBe("newer"));
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(pathsOf(asked)).toEqual(["POST /api/providers/try/", "POST /api/providers/"]));
    expect(asked.findLast((call) => call.method === "POST")?.body).toMatchObject({ default_model: "newer" });
  });

  it("wait for a default model that the service has", async () => {
    const asked = openPage({
      "POST /api/providers/try/": () => ({ ...WORKS, models: ["newer", "newest"] }),
      "POST /api/providers/": () => STORED,
    });
    await openNew();
    const model = screen.getByRole("combobox", { name: "Default model" });
    await userEvent.clear(model);
    await userEvent.type(model, "small");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    expect(await screen.findByText(/does not list this model/)).toBeTruthy();
    await userEvent.clear(model);
    await userEvent.click(await screen.findByRole("option", { name: "newest" }));
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(pathsOf(asked)).toEqual(["POST /api/providers/try/", "POST /api/providers/"]));
    expect(asked.findLast((call) => call.method === "POST")?.body).toMatchObject({
      default_model: "newest",
      models: ["newer", "newest"],
    });
  });

  it("warn before a stored key is lost to another server", async () => {
    openPage();
    await userEvent.click(await screen.findByRole("button", { name: "Edit Our OpenAI" }));
    const address = await screen.findByLabelText("Base URL");
    await userEvent.clear(address);
    await userEvent.type(address, "https://api.openai.example/v2");
    expect(screen.queryByRole("alert")).toBeNull();
    await userEvent.clear(address);
    await userEvent.type(address, "https://elsewhere.example/v1");
    expect((await screen.findByRole("alert")).textContent).toContain("Enter the key again");
    await userEvent.type(screen.getByLabelText("API key"), "sk-2");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("tell at the field what the server refused", async () => {
    const errors = [{ pointer: "/base_url", code: "invalid", message: "This is no address." }];
    openPage({ "PATCH /api/providers/p1/": () => refuse({ status: 400, code: "invalid_input", errors }) });
    await userEvent.click(await screen.findByRole("button", { name: "Edit Our OpenAI" }));
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    expect(await screen.findByText("This is no address.")).toBeTruthy();
    expect(screen.getByLabelText("Base URL").getAttribute("aria-invalid")).toBe("true");
  });

  it.each([
    [{ ok: true, message: "", latency_ms: 312, models: [] }, "Connected; answered in 312 ms."],
    [{ ok: false, message: "The key was refused.", latency_ms: 90, models: [] }, "The key was refused."],
  ])("say what a test call brought: %j", async (result, text) => {
    openPage({ "POST /api/providers/p1/test/": () => result });
    await userEvent.click(await screen.findByRole("button", { name: "Test" }));
    expect((await screen.findByRole("status")).textContent).toBe(text);
  });

  it("leave the built-in one alone", async () => {
    openPage();
    expect(await screen.findByText("Offline model")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Edit Offline model" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Delete Offline model" })).toBeNull();
  });
});
