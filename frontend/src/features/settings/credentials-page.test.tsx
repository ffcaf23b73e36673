import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Credential, CredentialKind, CredentialUses } from "@/api/types";
import { CredentialsPage } from "@/features/settings/credentials-page";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";

const SHOP: Credential = {
  id: "c1",
  name: "Shop",
  kind: "http",
  owner: { id: 1, username: "alice" },
  has_test_values: false,
  origins: [],
  asked_origins: [],
  decides_origins: true,
  max_calls: 0,
  per_seconds: 60,
  proxy: "",
  created_at: "2026-03-10T12:00:00Z",
};
const BOT: Credential = { ...SHOP, id: "c2", name: "Bot", kind: "tool" };
const DIGEST: CredentialKind = {
  id: "digest",
  title: { en: "Digest", zh: "Digest" },
  help: { en: "For cameras.", zh: "用于摄像头。" },
  values_schema: {
    type: "object",
    properties: { username: { type: "string", title: "User name", default: "" } },
  },
};
const UNUSED: CredentialUses = { tools: [], providers: [], workflows: [] };

function openPage(answers: Record<string, (asked: Asked) => unknown> = {}) {
  const asked = serve({
    "GET /api/credentials/": () => [SHOP, BOT],
    "GET /api/credentials/kinds/": () => [DIGEST],
    ...answers,
  });
  renderRoutes([{ path: "/", element: <CredentialsPage /> }], "/");
  return asked;
}

const sent = (asked: Asked[], method: string) => asked.find((call) => call.method === method)?.body;

describe("a credential", () => {
  it("is made with its secret, and a user name only where one is needed", async () => {
    const asked = openPage({ "POST /api/credentials/": () => SHOP });
    await userEvent.click(await screen.findByRole("button", { name: "New credential" }));
    await userEvent.type(await screen.findByLabelText("Name"), " Shop ");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    expect(await screen.findByText("Enter the password, token or key.")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Password, token or key"), "s3cret");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() =>
      expect(sent(asked, "POST")).toEqual({ name: "Shop", kind: "http", values: { secret: "s3cret" } }),
    );
  });

  it("of another type has the fields of that type", async () => {
    const asked = openPage({ "POST /api/credentials/": () => ({ ...SHOP, kind: "digest" }) });
    await userEvent.click(await screen.findByRole("button", { name: "New credential" }));
    await userEvent.type(await screen.findByLabelText("Name"), "Camera");
    await userEvent.click(await screen.findByRole("combobox", { name: "Type" }));
    await userEvent.click(await screen.findByRole("option", { name: "Digest" }));
    await userEvent.type(screen.getByLabelText("User name"), "me");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() =>
      expect(sent(asked, "POST")).toEqual({ name: "Camera", kind: "digest", values: { username: "me" } }),
    );
  });

  it("is renamed without its secret being typed again", async () => {
    const asked = openPage({ "PATCH /api/credentials/c1/": () => SHOP });
    await userEvent.click(await screen.findByRole("button", { name: "Edit Shop" }));
    await userEvent.type(await screen.findByLabelText("Name"), " 2");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent(asked, "PATCH")).toEqual({ name: "Shop 2" }));
  });

  it("has another secret for drafts, which goes when it is switched off", async () => {
    const asked = openPage({
      "POST /api/credentials/": () => ({ ...SHOP, has_test_values: true }),
      "GET /api/credentials/": () => [{ ...SHOP, has_test_values: true }],
      "PATCH /api/credentials/c1/": () => SHOP,
    });
    await userEvent.click(await screen.findByRole("button", { name: "New credential" }));
    await userEvent.type(await screen.findByLabelText("Name"), "Shop");
    await userEvent.type(screen.getByLabelText("Password, token or key"), "live");
    await userEvent.click(screen.getByRole("switch", { name: /Another secret for drafts/ }));
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await screen.findByText("Enter the password, token or key.");
    const drafts = within(screen.getByRole("group", { name: "For drafts" }));
    await userEvent.type(drafts.getByLabelText("Password, token or key"), "test");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    const values = { values: { secret: "live" }, test_values: { secret: "test" } };
    await waitFor(() => expect(sent(asked, "POST")).toEqual({ name: "Shop", kind: "http", ...values }));
    await userEvent.click(await screen.findByRole("button", { name: "Edit Shop" }));
    await userEvent.click(await screen.findByRole("switch", { name: /Another secret for drafts/ }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent(asked, "PATCH")).toEqual({ name: "Shop", test_values: {} }));
  });

  it("has a proxy, of which only the address comes back", async () => {
    const errors = [{ pointer: "/proxy", code: "blocked", message: "That address is private." }];
    const refused = refuse({ status: 400, code: "invalid_input", detail: "No.", errors });
    const asked = openPage({
      "GET /api/credentials/": () => [{ ...SHOP, proxy: "http://proxy.example:3128" }],
      "PATCH /api/credentials/c1/": ({ body }) => ((body as { proxy: string }).proxy ? refused : SHOP),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit Shop" }));
    const field = await screen.findByLabelText<HTMLInputElement>("Proxy");
    expect(field.value).toBe("http://proxy.example:3128");
    await userEvent.clear(field);
    await userEvent.type(field, "http://me:pw@10.0.0.7");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("That address is private.")).toBeTruthy();
    expect(sent(asked, "PATCH")).toEqual({ name: "Shop", proxy: "http://me:pw@10.0.0.7" });
    await userEvent.clear(field);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const changes = () => asked.filter(({ method }) => method === "PATCH").map(({ body }) => body);
    await waitFor(() => expect(changes().at(-1)).toEqual({ name: "Shop", proxy: "" }));
  });

  it("of somebody else shows no proxy", async () => {
    openPage({ "GET /api/credentials/": () => [{ ...SHOP, decides_origins: false }] });
    await userEvent.click(await screen.findByRole("button", { name: "Edit Shop" }));
    await screen.findByLabelText("Name");
    expect(screen.queryByLabelText("Proxy")).toBeNull();
  });

  it("of a tool has only a name here", async () => {
    openPage();
    await userEvent.click(await screen.findByRole("button", { name: "Edit Bot" }));
    await screen.findByLabelText("Name");
    expect(screen.queryByLabelText("Password, token or key")).toBeNull();
  });

  it("tells at its field what the server refused", async () => {
    const errors = [{ pointer: "/values/secret", code: "invalid", message: "Too short." }];
    openPage({
      "PATCH /api/credentials/c1/": () => refuse({ status: 400, code: "invalid_input", errors }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit Shop" }));
    await userEvent.type(await screen.findByLabelText("Password, token or key"), "x");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Too short.")).toBeTruthy();
  });

  it("is deleted after one has seen which workflows would miss it", async () => {
    const workflows = [{ id: "w1", name: "Orders", nodes: ["Fetch"] }];
    const asked = openPage({
      "GET /api/credentials/c1/uses/": () => ({ ...UNUSED, workflows }),
      "DELETE /api/credentials/c1/": () => new Response(null, { status: 204 }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Delete Shop" }));
    expect((await screen.findByRole("link", { name: "Orders" })).getAttribute("href")).toBe("/workflows/w1");
    await userEvent.click(screen.getByRole("button", { name: "Delete credential" }));
    await waitFor(() => expect(asked.some(({ method }) => method === "DELETE")).toBe(true));
  });

  it("cannot be taken away from a tool", async () => {
    openPage({ "GET /api/credentials/c2/uses/": () => ({ ...UNUSED, tools: ["Feishu bot"] }) });
    await userEvent.click(await screen.findByRole("button", { name: "Delete Bot" }));
    await screen.findByText("Feishu bot");
    expect(screen.getByRole("button", { name: "Delete credential" }).hasAttribute("disabled")).toBe(true);
  });

  it("is sent to another address only when its owner allows it", async () => {
    const at = "2026-03-10T12:00:00Z";
    const asked_origins = [{ origin: "https://b.example", by: "bob", workflow_id: null, at }];
    const asked = openPage({
      "GET /api/credentials/": () => [{ ...SHOP, origins: ["https://a.example"], asked_origins }],
      "POST /api/credentials/c1/origins/": () => ({
        ...SHOP,
        origins: ["https://a.example", "https://b.example"],
      }),
    });
    await screen.findByRole("group", { name: "May it be sent to https://b.example?" });
    await userEvent.click(screen.getByRole("button", { name: "Allow this address" }));
    await screen.findByRole("button", { name: "Stop sending it to https://b.example" });
    expect(sent(asked, "POST")).toEqual({ origin: "https://b.example" });
    expect(screen.queryByRole("button", { name: "Refuse" })).toBeNull();
  });

  it("asks once before an address is taken away", async () => {
    const asked = openPage({
      "GET /api/credentials/": () => [{ ...SHOP, origins: ["https://a.example"] }],
      "DELETE /api/credentials/c1/origins/": () => ({ ...SHOP, origins: [] }),
    });
    const stop = await screen.findByRole("button", { name: "Stop sending it to https://a.example" });
    await userEvent.click(stop);
    await userEvent.click(await screen.findByRole("button", { name: "Keep it" }));
    expect(asked.some(({ method }) => method === "DELETE")).toBe(false);
    await userEvent.click(stop);
    await userEvent.click(await screen.findByRole("button", { name: "Stop" }));
    await waitFor(() => expect(asked.some(({ method }) => method === "DELETE")).toBe(true));
  });

  it("of somebody else shows who decides", async () => {
    const asked_origins = [{ origin: "https://b.example", by: "", workflow_id: null, at: SHOP.created_at }];
    openPage({ "GET /api/credentials/": () => [{ ...SHOP, decides_origins: false, asked_origins }] });
    await screen.findByText("Only alice can allow it.");
    expect(screen.queryByRole("button", { name: "Allow this address" })).toBeNull();
  });
});
