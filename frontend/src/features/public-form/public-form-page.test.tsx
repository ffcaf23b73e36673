import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { PublicForm, Submission } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";
import { PublicFormPage } from "./public-form-page";

const FORM: PublicForm = {
  title: "Write to us",
  text: "**Welcome**",
  button: "",
  accent: "",
  access: "anyone",
  captcha: null,
  fields: [{ name: "topic", type: "text", title: "Topic", required: true }],
};
const DONE: Submission = {
  state: "done",
  is_waiting: false,
  step: null,
  output: null,
  thanks: "Soon.",
  redirect: "",
};
const PATH = "/api/forms/t";

function visit(answers: Parameters<typeof serve>[0], query = "") {
  const asked = serve({ [`GET ${PATH}/`]: () => FORM, ...answers });
  renderRoutes([{ path: "/forms/:token", element: <PublicFormPage /> }], `/forms/t${query}`);
  return asked;
}

const topic = () => screen.findByRole("textbox", { name: "Topic" });
const send = () => userEvent.click(screen.getByRole("button", { name: "Send" }));

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

it("sends what was filled in with a key, and thanks", async () => {
  const asked = visit({ [`POST ${PATH}/submissions/`]: () => DONE });
  await userEvent.type(await topic(), "looms");
  await send();
  expect(await screen.findByText("Soon.")).toBeTruthy();
  const [sent, ...more] = asked.filter(({ method }) => method === "POST");
  expect(more).toEqual([]);
  expect(sent?.body).toEqual({
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    values: { topic: "looms" },
    password: "",
    captcha: "",
    website: "",
  });
});

it.each([
  ["https://shop.example/thanks?n=7", true],
  ["javascript:alert(1)", false],
  ["//shop.example", false],
])("goes on to %s only where that is a page (%s)", async (redirect, leaves) => {
  const assign = vi.fn();
  vi.stubGlobal("location", { ...window.location, assign });
  visit({ [`POST ${PATH}/submissions/`]: () => ({ ...DONE, redirect }) });
  await userEvent.type(await topic(), "looms");
  await send();
  expect(await screen.findByText("Soon.")).toBeTruthy();
  expect(assign.mock.calls).toEqual(leaves ? [[redirect]] : []);
  expect(screen.queryByRole("link")?.getAttribute("href")).toBe(leaves ? redirect : undefined);
});

it("keeps what was filled in when it cannot be sent, and sends it with the same key", async () => {
  const refused = () => refuse({ status: 429, code: "throttled", detail: "Wait 60 s and try again." });
  const answer = vi.fn<() => unknown>(refused);
  const asked = visit({ [`POST ${PATH}/submissions/`]: () => answer() });
  await userEvent.type(await topic(), "looms");
  await send();
  expect(await screen.findByText("Wait 60 s and try again.")).toBeTruthy();
  answer.mockImplementation(() => DONE);
  await send();
  expect(await screen.findByText("Soon.")).toBeTruthy();
  const keys = asked
    .filter(({ method }) => method === "POST")
    .map(({ body }) => (body as { key: string }).key);
  expect(new Set(keys).size).toBe(1);
});

it("asks for the password first, and sends it along", async () => {
  const locked = { ...FORM, access: "password" as const, text: null, fields: null };
  const asked = visit({
    [`GET ${PATH}/`]: () => locked,
    [`POST ${PATH}/open/`]: () => ({ ...FORM, access: "password" }),
    [`POST ${PATH}/submissions/`]: () => DONE,
  });
  await userEvent.type(await screen.findByLabelText("Password"), "warp");
  await userEvent.click(screen.getByRole("button", { name: "Open the form" }));
  await userEvent.type(await topic(), "looms");
  await send();
  await waitFor(() =>
    expect(asked.find(({ path }) => path === `${PATH}/submissions/`)?.body).toMatchObject({
      password: "warp",
    }),
  );
});

it("leads people to sign in where the form wants that", async () => {
  visit({ [`GET ${PATH}/`]: () => ({ ...FORM, access: "signed_in", text: null, fields: null }) });
  const link = await screen.findByRole("link", { name: "Sign in" });
  expect(link.getAttribute("href")).toMatch(/^\/sign-in\?next=/);
});

it.each([
  ["form_gone", 404, "No form here"],
  ["form_closed", 409, "This form is closed"],
] as const)("says what %s means", async (code, status, title) => {
  visit({ [`GET ${PATH}/`]: () => refuse({ status, code }) });
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
});

it("waits for the captcha, and asks again after a refusal", async () => {
  const captcha = { script: "https://captcha.example/api.js", global_name: "captcha", site_key: "site" };
  const reset = vi.fn();
  vi.stubGlobal("captcha", {
    render: (_place: HTMLElement, { callback }: { callback: (answer: string) => void }) => {
      callback("proof");
      return 1;
    },
    reset,
  });
  vi.spyOn(document.head, "append").mockImplementation(() => {
    const ready: unknown = Reflect.get(window, "flowloomCaptchaReady");
    if (typeof ready === "function") ready();
  });
  const asked = visit({
    [`GET ${PATH}/`]: () => ({ ...FORM, captcha }),
    [`POST ${PATH}/submissions/`]: () => refuse({ status: 403, code: "form_captcha", detail: "Try again." }),
  });
  await userEvent.type(await topic(), "looms");
  await send();
  expect(await screen.findByText("Try again.")).toBeTruthy();
  expect(asked.at(-1)?.body).toMatchObject({ captcha: "proof" });
  expect(reset).toHaveBeenCalledWith(1);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
});

it("begins with what its address brings", async () => {
  visit({}, "?topic=looms");
  expect((await topic()).getAttribute("value")).toBe("looms");
});

it("shows the draft to who may change it, and sends it as such", async () => {
  const asked = visit({ [`POST ${PATH}/submissions/`]: () => DONE }, "?draft");
  await userEvent.type(await topic(), "looms");
  expect(screen.getByText(/Preview of the draft/)).toBeTruthy();
  await send();
  expect(await screen.findByText("Soon.")).toBeTruthy();
  expect(asked.map(({ method, query }) => [method, query.get("draft")])).toEqual([
    ["GET", "true"],
    ["POST", "true"],
  ]);
});
