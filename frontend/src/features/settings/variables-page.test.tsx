import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { useSession } from "@/api/session";
import type { EnvVariable } from "@/api/types";
import { VariablesPage } from "@/features/settings/variables-page";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";

const REGION: EnvVariable = {
  name: "REGION",
  value: "cn-north",
  test_value: "test",
  description: "Where orders go",
  updated_by: "mai",
  updated_at: "2026-03-10T12:00:00Z",
};

function openPage(answers: Record<string, (asked: Asked) => unknown> = {}, isStaff = true) {
  const user = { id: 1, username: "mai", is_staff: isStaff, is_superuser: false, roles: [] };
  const asked = serve({
    "GET /api/session/": () => ({ user, second_step: [], setup_required: false }),
    "GET /api/variables/": () => [REGION],
    ...answers,
  });
  renderRoutes([{ path: "/", element: <SignedIn /> }], "/");
  return asked;
}

function SignedIn() {
  return useSession().data ? <VariablesPage /> : null;
}

describe("variables", () => {
  it("are made with a value of their own in test mode only where that is wanted", async () => {
    const asked = openPage({ "PUT /api/variables/TEAM/": () => ({ ...REGION, name: "TEAM" }) });
    await userEvent.click(await screen.findByRole("button", { name: "New variable" }));
    await userEvent.type(await screen.findByLabelText("Name"), "REGION");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    expect(await screen.findByText("There is already a variable of this name.")).toBeTruthy();
    await userEvent.clear(screen.getByLabelText("Name"));
    await userEvent.type(screen.getByLabelText("Name"), "TEAM");
    await userEvent.type(screen.getByLabelText("Value"), "Looms");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(screen.queryByLabelText("Name")).toBeNull());
    const [put] = asked.filter(({ method }) => method === "PUT");
    expect(put?.body).toEqual({ value: "Looms", test_value: null, description: "" });
  });

  it("are changed, and what is wrong stands at its field", async () => {
    const errors = [{ pointer: "/value", code: "max_length", message: "Too long." }];
    const asked = openPage({
      "PUT /api/variables/REGION/": () => refuse({ status: 400, code: "invalid_input", errors }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit REGION" }));
    await userEvent.click(
      await screen.findByRole("switch", { name: "Another value for drafts and in test mode" }),
    );
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Too long.")).toBeTruthy();
    const [put] = asked.filter(({ method }) => method === "PUT");
    expect(put?.body).toEqual({ value: "cn-north", test_value: null, description: "Where orders go" });
  });

  it("are only shown to those who may not change them", async () => {
    openPage({}, false);
    expect(await screen.findByText("cn-north")).toBeTruthy();
    expect(screen.getByText("Drafts and test mode: test")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
