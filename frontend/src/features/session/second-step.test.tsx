import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ask } from "@/api/http";
import { ConfirmDialog } from "@/features/session/confirm-dialog";
import { SignInPage } from "@/features/session/sign-in-page";
import { LINH, renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";

const session = { user: null, second_step: [], setup_required: false, sends_mail: false };
const owing = { ...session, second_step: ["code"] };
const wrong = { pointer: "/code", code: "wrong_code", message: "This code is wrong." };

const drawSignIn = () =>
  renderRoutes(
    [
      { path: "/sign-in", element: <SignInPage /> },
      { path: "/", element: <p>Home</p> },
    ],
    "/sign-in",
  );

it("asks for the second step after the password, and shows what is wrong with it", async () => {
  const codes: unknown[] = [];
  serve({
    "GET /api/session/": () => session,
    "POST /api/session/": () => owing,
    "POST /api/session/second-step/": ({ body }) => {
      codes.push(body);
      return codes.length === 1
        ? refuse({ status: 400, code: "invalid_input", errors: [wrong] })
        : { ...session, user: LINH };
    },
  });
  drawSignIn();
  await userEvent.type(await screen.findByLabelText("User name"), "linh");
  await userEvent.type(screen.getByLabelText("Password"), "warp and weft");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await userEvent.type(await screen.findByLabelText("Code"), "000000");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("This code is wrong.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Code"), " 123456");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("Home")).toBeTruthy();
  expect(codes).toEqual([{ code: "000000" }, { code: "123456" }]);
});

it("goes on with a sign-in that was begun before the page was loaded, or back to the password", async () => {
  serve({ "GET /api/session/": () => owing });
  drawSignIn();
  expect(await screen.findByLabelText("Code")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByLabelText("Password")).toBeTruthy();
});

const guarded = (proofs: string[]) => {
  let isConfirmed = false;
  return serve({
    "POST /api/tokens/": () =>
      isConfirmed
        ? { id: 1, token: "flw_x" }
        : new Response(JSON.stringify({ code: "confirmation_needed", detail: "Confirm.", proofs }), {
            status: 403,
          }),
    "POST /api/account/confirmation/": ({ body }) => {
      if ((body as { password: string }).password !== "warp and weft")
        return refuse({
          status: 400,
          code: "invalid_input",
          errors: [{ pointer: "/password", code: "x", message: "This is not your current password." }],
        });
      isConfirmed = true;
      return new Response(null, { status: 204 });
    },
  });
};
const drawAct = () =>
  renderRoutes([{ path: "/", element: <ConfirmDialog username="linh" /> }], "/", { user: LINH });

it("asks for the password when an act needs it, and does the act afterwards", async () => {
  const asked = guarded(["password", "code"]);
  drawAct();
  const act = ask("post", "/api/tokens/", { body: { name: "CI" } });
  await userEvent.type(await screen.findByLabelText("Password"), "wrong");
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("This is not your current password.")).toBeTruthy();
  await userEvent.clear(screen.getByLabelText("Password"));
  await userEvent.type(screen.getByLabelText("Password"), "warp and weft");
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
  expect((await act).token).toBe("flw_x");
  expect(asked.filter(({ path }) => path === "/api/tokens/").length).toBe(2);
  await waitFor(() => expect(screen.queryByLabelText("Password")).toBeNull());
});

it("refuses the act when the person cancels", async () => {
  guarded(["password"]);
  drawAct();
  const act = ask("post", "/api/tokens/", { body: { name: "CI" } }).catch((error: Error) => error.message);
  expect(await screen.findByLabelText("Password")).toBeTruthy();
  expect(screen.queryByLabelText("Code")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await act).toBe("Confirm.");
});
