import { notifications } from "@mantine/notifications";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type FormEvent, useState } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import type { AccountDraft, AccountService, ConnectedAccount, Credential, JsonObject } from "@/api/types";
import { AccountModal } from "@/components/accounts/account-modal";
import { EMPTY_CONTEXT } from "@/components/schema-form/form-context";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";

const text = (en: string) => ({ en, zh: en });
const GOOGLE: AccountService = {
  id: "google",
  title: text("Google"),
  scopes: ["openid"],
  permissions: [
    { id: "sheets", title: text("Change spreadsheets"), scopes: ["g/spreadsheets"] },
    { id: "mail_read", title: text("Read mail"), scopes: ["g/mail.read"] },
    { id: "mail_send", title: text("Send mail"), scopes: ["g/mail.send"] },
  ],
  places: {},
  has_consent: true,
  has_device_codes: true,
  console: "https://console.example.com",
  app: {
    made: "Create credentials",
    client_id: "App ID",
    client_secret: "App secret",
    callback: "Redirect URIs",
  },
};
const ACCOUNT: ConnectedAccount = {
  service: "google",
  grant: "authorization_code",
  state: "connected",
  connected_as: "ada@example.com",
  scopes: ["openid", "g/mail.read"],
  granted_scopes: null,
  expires_at: null,
};
const CREDENTIAL: Credential = {
  id: "c1",
  name: "Ada's mail",
  kind: "oauth2",
  owner: null,
  origins: [],
  has_test_values: false,
  asked_origins: [],
  decides_origins: true,
  max_calls: 0,
  per_seconds: 60,
  proxy: "",
  created_at: "2026-03-10T12:00:00Z",
  account: ACCOUNT,
};
const CHANNEL = class {
  close() {}
};

const submittedAround = vi.fn((event: FormEvent) => event.preventDefault());

function Form() {
  const [value, setValue] = useState<JsonObject>({ credential: "" });
  const account = { service: "google", permissions: ["mail_read", "mail_send"], grant: "authorization_code" };
  const credential = { type: "string", title: "Credential", "x-widget": "credential", "x-account": account };
  // No form of its own: dialogs have no portal in tests, and a form must not contain another.
  return (
    <div onSubmit={submittedAround}>
      <SchemaForm
        schema={{ type: "object", properties: { credential } }}
        value={value}
        onChange={setValue}
        errors={{}}
        context={EMPTY_CONTEXT}
      />
    </div>
  );
}

async function choose(option: string) {
  await userEvent.click(await screen.findByLabelText("Credential"));
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

beforeAll(
  () =>
    Promise.all([
      import("@/components/accounts/account-modal"),
      import("@/components/accounts/account-note"),
    ]) as Promise<unknown> as Promise<void>,
  60_000,
);

it("asks for what the tool needs, and for no more", async () => {
  vi.stubGlobal("BroadcastChannel", CHANNEL);
  vi.stubGlobal("open", () => ({ location: { href: "" }, close: () => {} }));
  const rows: Credential[] = [];
  const made = vi.fn();
  serve({
    "GET /api/credentials/": () => rows,
    "GET /api/accounts/services/": () => [GOOGLE],
    "POST /api/accounts/": ({ body }) => {
      made((body as AccountDraft).scopes);
      rows.push({ ...CREDENTIAL, account: { ...ACCOUNT, state: "new" } });
      return rows[0];
    },
    "POST /api/accounts/c1/consent/": () => ({ url: "https://google.example.com" }),
  });
  renderRoutes([{ path: "/", element: <Form /> }], "/");
  await choose("Connect an account…");
  const dialog = within(await screen.findByRole("dialog"));
  const box = async (name: string) => (await dialog.findByRole("checkbox", { name })) as HTMLInputElement;
  const steps = dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(steps).toEqual([
    "Open the app settings of Google Choose “Create credentials” there.",
    expect.stringMatching(/^Enter this address as “Redirect URIs”:http.*\/oauth\/callback$/),
    "Copy “App ID” and “App secret” into the fields below.",
  ]);
  expect((await box("Change spreadsheets")).checked).toBe(false);
  expect((await box("Read mail")).checked).toBe(true);
  await userEvent.click(await box("Read mail"));
  await userEvent.click(await box("Send mail"));
  await userEvent.type(dialog.getByLabelText("Client ID"), "app");
  await userEvent.click(dialog.getByRole("button", { name: "Connect" }));
  expect(await dialog.findByText("Tick at least one.")).toBeTruthy();
  expect(made).not.toHaveBeenCalled();
  await userEvent.click(await box("Read mail"));
  await userEvent.click(dialog.getByRole("button", { name: "Connect" }));
  await waitFor(() => expect(made).toHaveBeenCalledWith(["openid", "g/mail.read"]));
  expect(await screen.findByText("Not connected yet")).toBeTruthy();
  expect(submittedAround).not.toHaveBeenCalled();
});

it("keeps one account when the service cannot be asked, and its form when it cannot be stored", async () => {
  const closed = vi.fn();
  vi.stubGlobal("BroadcastChannel", CHANNEL);
  vi.stubGlobal("open", () => ({ location: { href: "" }, close: closed }));
  const rows: Credential[] = [];
  const refusals = [refuse({ status: 400, code: "name_taken", detail: "There is one of this name." })];
  serve({
    "GET /api/credentials/": () => rows,
    "GET /api/accounts/services/": () => [GOOGLE],
    "POST /api/accounts/": () => {
      const refusal = refusals.pop();
      if (refusal) return refusal;
      rows.push({ ...CREDENTIAL, account: { ...ACCOUNT, state: "new" } });
      return rows[0];
    },
    "POST /api/accounts/c1/consent/": () =>
      refuse({ status: 502, code: "unreachable", detail: "The service does not answer." }),
  });
  renderRoutes([{ path: "/", element: <Form /> }], "/");
  await choose("Connect an account…");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(await dialog.findByLabelText("Client ID"), "app");
  await userEvent.click(dialog.getByRole("button", { name: "Connect" }));
  expect(await dialog.findByText("There is one of this name.")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Connect" }));
  expect(await screen.findByText("Not connected yet")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(rows).toHaveLength(1);
  expect(closed).toHaveBeenCalledTimes(2);
});

it.each([
  { closed: false, messages: 1 },
  { closed: true, messages: 0 },
])("sends nobody to a window of the service that is closed: $closed", async ({ closed, messages }) => {
  vi.stubGlobal("BroadcastChannel", CHANNEL);
  const shown = vi.spyOn(notifications, "show").mockClear();
  const opened = { location: { href: "" }, closed: false, close: () => {} };
  vi.stubGlobal("open", () => opened);
  const asked = vi.fn(() => {
    opened.closed = closed;
    return { url: "https://google.example.com" };
  });
  serve({
    "GET /api/credentials/": () => [],
    "GET /api/accounts/services/": () => [GOOGLE],
    "POST /api/accounts/": () => ({ ...CREDENTIAL, account: { ...ACCOUNT, state: "new" } }),
    "POST /api/accounts/c1/consent/": asked,
  });
  renderRoutes([{ path: "/", element: <Form /> }], "/");
  await choose("Connect an account…");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(await dialog.findByLabelText("Client ID"), "app");
  await userEvent.click(dialog.getByRole("button", { name: "Connect" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked).toHaveBeenCalledOnce();
  expect(shown).toHaveBeenCalledTimes(messages);
});

it("asks an MCP server over the proxy that was entered, and shows at the field what is wrong with it", async () => {
  vi.stubGlobal("BroadcastChannel", CHANNEL);
  vi.stubGlobal("open", () => ({ location: { href: "" }, close: () => {} }));
  const message = "That address is private.";
  const errors = [{ pointer: "/proxy", code: "blocked", message }];
  const refusals = [refuse({ status: 400, code: "invalid_input", errors })];
  const asked = serve({
    "GET /api/credentials/": () => [],
    "GET /api/accounts/services/": () => [GOOGLE],
    "POST /api/accounts/mcp/": () => refusals.pop() ?? CREDENTIAL,
    "POST /api/accounts/c1/consent/": () => ({ url: "https://mcp.example.com" }),
  });
  renderRoutes([{ path: "/", element: <AccountModal onClose={() => {}} /> }], "/");
  await userEvent.click(await screen.findByRole("combobox", { name: "Service" }));
  await userEvent.click(await screen.findByRole("option", { name: "MCP server" }));
  await userEvent.type(screen.getByLabelText("Name"), "Notes");
  await userEvent.type(screen.getByLabelText("URL"), "https://mcp.example.com");
  const proxy = screen.getByLabelText("Proxy");
  await userEvent.type(proxy, " http://me:pw@10.0.0.7 ");
  await userEvent.click(screen.getByRole("button", { name: "Connect" }));
  expect(await screen.findByText(message)).toBeTruthy();
  await userEvent.clear(proxy);
  await userEvent.click(screen.getByRole("button", { name: "Connect" }));
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith("/consent/"))).toBe(true));
  const sent = asked.filter(({ path }) => path === "/api/accounts/mcp/").map(({ body }) => body);
  const draft = { name: "Notes", url: "https://mcp.example.com", client_id: "", client_secret: "" };
  expect(sent).toEqual([{ ...draft, proxy: "http://me:pw@10.0.0.7" }, draft]);
});

it("asks for everything that is missing at once, and not before the person wants to connect", async () => {
  serve({ "GET /api/credentials/": () => [], "GET /api/accounts/services/": () => [GOOGLE] });
  renderRoutes([{ path: "/", element: <AccountModal onClose={() => {}} /> }], "/");
  const service = await screen.findByRole("combobox", { name: "Service" });
  await waitFor(() => expect(document.activeElement).toBe(service));
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.click(await screen.findByRole("combobox", { name: "Service" }));
  await userEvent.click(await screen.findByRole("option", { name: "Another service" }));
  const missing = () =>
    [...document.querySelectorAll("input")].filter((field) => field.getAttribute("aria-invalid") === "true")
      .length;
  expect(missing()).toBe(0);
  await userEvent.click(screen.getByRole("button", { name: "Connect" }));
  // Name, two addresses, client ID.
  await waitFor(() => expect(missing()).toBe(4));
});

it("says what a chosen account was not connected for, and asks for that too", async () => {
  vi.stubGlobal("BroadcastChannel", CHANNEL);
  vi.stubGlobal("open", () => ({ location: { href: "" }, close: () => {} }));
  const asked = vi.fn();
  serve({
    "GET /api/credentials/": () => [CREDENTIAL],
    "GET /api/accounts/services/": () => [GOOGLE],
    "POST /api/accounts/c1/consent/": ({ body }) => {
      asked((body as JsonObject).more_scopes);
      return { url: "https://google.example.com" };
    },
  });
  renderRoutes([{ path: "/", element: <Form /> }], "/");
  await choose("Ada's mail");
  expect(await screen.findByText("This account was not connected for: Send mail")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Connect again" }));
  const dialog = within(await screen.findByRole("dialog"));
  const kept = dialog.getByRole("checkbox", { name: "Read mail" }) as HTMLInputElement;
  expect([kept.checked, kept.disabled]).toEqual([true, true]);
  await userEvent.click(dialog.getByRole("button", { name: "Connect" }));
  await waitFor(() => expect(asked).toHaveBeenCalledWith(["openid", "g/mail.send"]));
});

it("asks for a service first, and names the account after the chosen one until a person does", async () => {
  vi.stubGlobal("BroadcastChannel", CHANNEL);
  serve({
    "GET /api/credentials/": () => [],
    "GET /api/accounts/services/": () => [GOOGLE, { ...GOOGLE, id: "slack", title: text("Slack") }],
  });
  renderRoutes([{ path: "/", element: <AccountModal onClose={() => {}} /> }], "/");
  const dialog = within(await screen.findByRole("dialog"));
  const service = await dialog.findByRole("combobox", { name: "Service" });
  await userEvent.click(dialog.getByRole("button", { name: "Connect" }));
  expect(await dialog.findByText("Choose a service.")).toBeTruthy();
  const name = async (chosen: string) => {
    await userEvent.click(service);
    await userEvent.click(await screen.findByRole("option", { name: chosen }));
    return (await dialog.findByLabelText("Name")) as HTMLInputElement;
  };
  expect((await name("Google")).value).toBe("Google");
  expect((await name("Slack")).value).toBe("Slack");
  await userEvent.type(await name("Slack"), " of the shop");
  expect((await name("Google")).value).toBe("Slack of the shop");
});
