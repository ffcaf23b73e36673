import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { ApiToken } from "@/api/types";
import { TokensPage } from "@/features/settings/tokens-page";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";

const STORED: ApiToken = {
  id: 1,
  name: "Nightly",
  prefix: "flw_a1",
  scopes: ["api"],
  read_only: false,
  workflow: null,
  created_at: "2026-03-10T12:00:00Z",
  expires_at: null,
  last_used_at: null,
};

it("shows a new token once, in the answer to its creation", async () => {
  const asked = serve({
    "GET /api/tokens/": () => [STORED],
    "POST /api/tokens/": () => ({ ...STORED, id: 2, name: "CI", token: "flw_secret" }),
  });
  const first = renderRoutes([{ path: "/", element: <TokensPage /> }], "/");
  await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), " CI ");
  await userEvent.click(screen.getByRole("checkbox", { name: "Tools for agents (/mcp/)" }));
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(await screen.findByText("flw_secret")).toBeTruthy();
  expect(asked.find((call) => call.method === "POST")?.body).toEqual({
    name: "CI",
    scopes: ["api", "mcp"],
    read_only: false,
    workflow_id: null,
    expires_in_days: 90,
  });

  first.unmount();
  renderRoutes([{ path: "/", element: <TokensPage /> }], "/");
  expect(await screen.findByText("Nightly")).toBeTruthy();
  expect(screen.queryByText("flw_secret")).toBeNull();
});

it("makes a token that only reads, for a week", async () => {
  const asked = serve({
    "GET /api/tokens/": () => [],
    "POST /api/tokens/": () => ({ ...STORED, token: "flw_x" }),
  });
  renderRoutes([{ path: "/", element: <TokensPage /> }], "/");
  await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "CI");
  await userEvent.click(screen.getByRole("combobox", { name: "Valid for" }));
  await userEvent.click(await screen.findByRole("option", { name: "7 days" }));
  await userEvent.click(screen.getByRole("combobox", { name: "Permissions" }));
  await userEvent.click(await screen.findByRole("option", { name: "Read only" }));
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
  await screen.findByText("flw_x");
  expect(asked.find((call) => call.method === "POST")?.body).toEqual({
    name: "CI",
    scopes: ["api"],
    read_only: true,
    workflow_id: null,
    expires_in_days: 7,
  });
});

it("says what keeps a token from being created", async () => {
  serve({ "GET /api/tokens/": () => [] });
  renderRoutes([{ path: "/", element: <TokensPage /> }], "/");
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Create token" });
  const reasonOf = () => document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent;
  expect(reasonOf()).toBe("Enter a name first.");
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "CI");
  expect([button.disabled, reasonOf()]).toEqual([false, undefined]);
  await userEvent.click(screen.getByRole("checkbox", { name: "HTTP API" }));
  expect([button.disabled, reasonOf()]).toEqual([true, "Choose at least one use first."]);
  await userEvent.click(screen.getByRole("combobox", { name: "Permissions" }));
  await userEvent.click(await screen.findByRole("option", { name: "Run and read one workflow" }));
  expect([button.disabled, reasonOf()]).toEqual([true, "Choose the workflow first."]);
  expect(screen.getAllByRole("group").map((group) => group.querySelector("legend")?.textContent)).toEqual(
    expect.arrayContaining(["What it may do", "How long it works"]),
  );
});

it("revokes a token after a question", async () => {
  let rows = [STORED];
  serve({
    "GET /api/tokens/": () => rows,
    "DELETE /api/tokens/1/": () => {
      rows = [];
      return new Response(null, { status: 204 });
    },
  });
  renderRoutes([{ path: "/", element: <TokensPage /> }], "/");
  await userEvent.click(await screen.findByRole("button", { name: "Revoke Nightly" }));
  await userEvent.click(await screen.findByRole("button", { name: "Revoke token" }));
  await waitFor(() => expect(screen.queryByText("Nightly")).toBeNull());
});
