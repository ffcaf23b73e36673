import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { useSession } from "@/api/session";
import type { ToolConfig, ToolType } from "@/api/types";
import { ToolsPage } from "@/features/tools/tools-page";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";

const CONFIG_SCHEMA = {
  type: "object",
  properties: {
    url: { type: "string", title: "Address", default: "" },
    token: {
      anyOf: [{ type: "string" }, { type: "null" }],
      title: "Token",
      "x-widget": "secret",
      default: null,
    },
  },
};

const HTTP: ToolType = {
  type: "http-request",
  kind: "configured",
  executor: "http_request",
  title: { en: "HTTP request", zh: "HTTP 请求" },
  help: { en: "Calls an address.", zh: "访问一个地址。" },
  keywords: { en: "", zh: "" },
  summary: [],
  icon: "world",
  category: "web",
  platform: null,
  implemented: true,
  unimplemented_message: null,
  operation: "query",
  effect: "repeatable",
  gives_functions: false,
  requires_permission: false,
  config_schema: CONFIG_SCHEMA,
  parameters_schema: { type: "object", properties: {} },
  default_config: { url: "", token: null },
};
const LATER: ToolType = {
  ...HTTP,
  type: "douyin",
  title: { en: "Douyin video", zh: "抖音视频" },
  implemented: false,
  unimplemented_message: { en: "Publishing there is not possible yet.", zh: "暂不支持。" },
};
const STORED: ToolConfig = {
  id: "t1",
  type: "http-request",
  name: "Parcel lookup",
  description: "",
  enabled: true,
  config: { url: "https://parcels.example/", token: null },
  secrets_set: ["token"],
  holds_movable_key: false,
  tool_id: "tool:t1",
  function_name: "parcel_lookup",
  parameters_schema: { type: "object", properties: { number: { type: "string", title: "Number" } } },
  implemented: true,
  owner: { id: 1, username: "linh" },
  shared: false,
  offered_over_mcp: false,
  created_at: "2026-03-10T12:00:00Z",
  updated_at: "2026-03-10T12:00:00Z",
};
const RESULT = {
  success: true,
  operationType: "query",
  data: { state: "on its way" },
  message: "",
  metadata: {},
  code: 200,
};
const LINH = { id: 1, username: "linh", is_staff: false, is_superuser: false, roles: [] };

function openPage(address: string, answers: Record<string, (asked: Asked) => unknown> = {}) {
  const asked = serve({
    "GET /api/session/": () => ({ user: LINH, second_step: [], setup_required: false }),
    "GET /api/tools/types/": () => [HTTP, LATER],
    "GET /api/tools/configs/": () => [STORED],
    ...answers,
  });
  const view = renderRoutes([{ path: "/tools", element: <SignedIn /> }], address);
  return { ...view, asked };
}

// The forms are loaded when the first one opens; on a busy machine that takes longer than a test may.
beforeAll(() => import("@/features/tools/tool-panel"), 60_000);

describe("tools", () => {
  it("that cannot be used yet are shown with the reason, without a way to set them up", async () => {
    openPage("/tools?tab=catalogue");
    expect(await screen.findByText("Publishing there is not possible yet.")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "Set up" })).toHaveLength(1);
  });

  it("are found by words in either language, and what is not there is made in another way", async () => {
    openPage("/tools?tab=catalogue");
    const search = await screen.findByRole("searchbox", { name: "Search tools" });
    const titles = () => screen.queryAllByRole("heading", { level: 3 }).map((title) => title.textContent);
    for (const [words, found] of [
      ["video douyin", ["Douyin video"]],
      ["抖音", ["Douyin video"]],
      ["calls", ["HTTP request", "Douyin video"]],
    ] as const) {
      await userEvent.clear(search);
      await userEvent.type(search, words);
      expect(titles()).toEqual(found);
    }
    await userEvent.type(search, " and sings");
    expect(titles()).toEqual([]);
    expect(screen.getByText("No tool of this name")).toBeTruthy();
  });

  it("are made from their type, then opened to be tested", async () => {
    let rows: ToolConfig[] = [];
    const { asked, router } = openPage("/tools?new=http-request", {
      "GET /api/tools/configs/": () => rows,
      "POST /api/tools/configs/": () => {
        rows = [STORED];
        return STORED;
      },
    });
    await userEvent.type(await screen.findByLabelText("Address"), "https://parcels.example/");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(router.state.location.search).toBe("?tool=t1"));
    expect(asked.find((call) => call.method === "POST")?.body).toMatchObject({
      type: "http-request",
      name: "HTTP request",
      config: { url: "https://parcels.example/", token: null },
    });
    await waitFor(() =>
      expect(screen.getByRole("tab", { name: "Usage and health" }).hasAttribute("disabled")).toBe(false),
    );
  });

  it("keep a secret that is not typed again", async () => {
    const { asked } = openPage("/tools?tool=t1", { "PATCH /api/tools/configs/t1/": () => STORED });
    const token = await screen.findByLabelText<HTMLInputElement>("Token");
    expect(token.value).toBe("");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(asked.some((call) => call.method === "PATCH")).toBe(true));
    expect(asked.find((call) => call.method === "PATCH")?.body).toMatchObject({ config: { token: null } });
  });

  it("have a key moved to a credential, with what is on the screen", async () => {
    const place = "https://parcels.example/b?api_key={token}";
    let stored: ToolConfig = { ...STORED, holds_movable_key: true };
    const { asked } = openPage("/tools?tool=t1", {
      "GET /api/tools/configs/": () => [stored],
      "GET /api/credentials/": () => [],
      "POST /api/credentials/from-request/": () => {
        stored = { ...STORED, config: { url: place, token: null } };
        return { credential: { id: "c1" }, config: stored.config };
      },
    });
    const address = await screen.findByLabelText<HTMLInputElement>("Address");
    await userEvent.type(address, "b");
    await userEvent.click(screen.getByRole("button", { name: "Move to a credential" }));
    await waitFor(() => expect(address.value).toBe(place));
    expect(asked.find((call) => call.method === "POST")?.body).toEqual({
      tool: "t1",
      config: { url: "https://parcels.example/b", token: null },
    });
    expect(screen.queryByRole("button", { name: "Move to a credential" })).toBeNull();
  });

  it("tell at the field of the config what the server refused", async () => {
    const errors = [{ pointer: "/config/url", code: "invalid", message: "Start with https." }];
    openPage("/tools?tool=t1", {
      "PATCH /api/tools/configs/t1/": () => refuse({ status: 400, code: "invalid_input", errors }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    expect(await screen.findByText("Start with https.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Address"));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("are tried with arguments, in test mode unless one chooses otherwise", async () => {
    const { asked } = openPage("/tools?tool=t1", {
      "POST /api/tools/configs/t1/test/": () => ({
        success: true,
        result: RESULT,
        duration_ms: 12,
      }),
    });
    await userEvent.click(await screen.findByRole("tab", { name: "Test" }));
    await userEvent.type(await screen.findByLabelText("Number"), "4711");
    await userEvent.click(screen.getByRole("button", { name: "Run test" }));
    expect(await screen.findByText("on its way")).toBeTruthy();
    expect(asked.find((call) => call.method === "POST")?.body).toEqual({
      function: "",
      arguments: { number: "4711" },
      mode: "test",
    });
  });

  it("are tried before they are stored, once their settings are complete", async () => {
    const errors = [{ pointer: "/config/url", code: "missing", message: "Enter the address." }];
    const { asked } = openPage("/tools?new=http-request", {
      "POST /api/tools/configs/draft/": ({ body }) =>
        JSON.stringify(body).includes("parcels.example")
          ? { parameters_schema: STORED.parameters_schema }
          : refuse({ status: 400, code: "invalid_input", errors }),
      "POST /api/tools/configs/try/": () => ({ success: true, result: RESULT, duration_ms: 12 }),
    });
    await userEvent.click(await screen.findByRole("tab", { name: "Test" }));
    expect(await screen.findByText("Enter the address.")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Address"), "https://parcels.example/");
    expect(screen.queryByText("Enter the address.")).toBeNull();
    await userEvent.type(screen.getByLabelText("Token"), "weft");
    await userEvent.click(screen.getByRole("tab", { name: "Test" }));
    await userEvent.type(await screen.findByLabelText("Number"), "4711");
    await userEvent.click(screen.getByRole("button", { name: "Run test" }));
    expect(await screen.findByText("on its way")).toBeTruthy();
    expect(asked.find(({ path }) => path.endsWith("/try/"))?.body).toEqual({
      type: "http-request",
      name: "HTTP request",
      description: "",
      config: { url: "https://parcels.example/", token: "weft" },
      arguments: { number: "4711" },
      mode: "test",
    });
    await userEvent.click(screen.getByRole("tab", { name: "Settings" }));
    expect(screen.getByLabelText<HTMLInputElement>("Token").value).toBe("weft");
  });

  it("ask where a credential may be sent, and answer there", async () => {
    const credential = {
      id: "c1",
      name: "Shop",
      kind: "http",
      origins: [] as string[],
      asked_origins: [],
      decides_origins: true,
      owner: { id: 1, username: "linh" },
    };
    const { asked } = openPage("/tools?tool=t1", {
      "GET /api/credentials/": () => [credential],
      "POST /api/credentials/c1/origins/": () => ({ ...credential, origins: ["https://b.example"] }),
      "POST /api/tools/configs/t1/test/": () => ({
        success: false,
        result: {
          success: false,
          operationType: "error",
          data: { credential_id: "c1", credential: "Shop", origin: "https://b.example" },
          message: "Nothing was sent.",
          metadata: { error_code: "origin_not_confirmed" },
          code: 1006,
        },
        duration_ms: 12,
      }),
    });
    await userEvent.click(await screen.findByRole("tab", { name: "Test" }));
    await userEvent.click(await screen.findByRole("button", { name: "Run test" }));
    await userEvent.click(await screen.findByRole("button", { name: "Allow this address" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Allow this address" })).toBeNull());
    expect(asked.find((call) => call.path.endsWith("/origins/"))?.body).toEqual({
      origin: "https://b.example",
    });
  });

  it("with several functions are tried one function at a time", async () => {
    const offered = (name: string, chosen: boolean) => ({
      tool_id: `mcp:t1:${name}`,
      function_name: name,
      title: `Orders: ${name}`,
      description: "",
      input_schema: { type: "object", properties: { item: { type: "string", title: `${name} what` } } },
      name,
      chosen,
    });
    const { asked } = openPage("/tools?tool=t1", {
      "GET /api/tools/types/": () => [{ ...HTTP, gives_functions: true }],
      "POST /api/tools/configs/t1/mcp-tools/": () => [
        offered("list", true),
        offered("make", true),
        offered("drop", false),
      ],
      "POST /api/tools/configs/t1/test/": () => refuse({ status: 409, code: "busy" }),
    });
    await userEvent.click(await screen.findByRole("tab", { name: "Test" }));
    const choice = await screen.findByRole("combobox", { name: "Function" });
    await waitFor(() => expect(choice.hasAttribute("disabled")).toBe(false));
    expect(screen.queryByRole("button", { name: "Run test" })).toBeNull();
    await userEvent.click(choice);
    expect(screen.queryByRole("option", { name: "Orders: drop" })).toBeNull();
    await userEvent.click(await screen.findByRole("option", { name: "Orders: make" }));
    await userEvent.type(await screen.findByLabelText("make what"), "shawl");
    await userEvent.click(screen.getByRole("button", { name: "Run test" }));
    await waitFor(() => expect(asked.at(-1)?.path).toContain("/test/"));
    expect(asked.at(-1)?.body).toEqual({ function: "make", arguments: { item: "shawl" }, mode: "test" });
  });
});

/** The page needs to know who is there, as behind the guard. */
function SignedIn() {
  return useSession().data ? <ToolsPage /> : null;
}
