import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ForgotPasswordPage } from "@/features/session/forgot-password-page";
import { SignInPage } from "@/features/session/sign-in-page";
import { renderRoutes } from "@/test/render";
import { refuse, serve } from "@/test/server";

const draw = (at = "/sign-in") =>
  renderRoutes(
    [
      { path: "/sign-in", element: <SignInPage /> },
      { path: "/forgot-password", element: <ForgotPasswordPage /> },
    ],
    at,
  );
const session = (sends_mail: boolean) => () => ({
  user: null,
  second_step: [],
  setup_required: false,
  sends_mail,
});

it("sends a link to the address that is typed, and says nothing about whether somebody has it", async () => {
  const asked = serve({
    "GET /api/session/": session(true),
    "POST /api/account/password/reset/": () => new Response(null, { status: 202 }),
  });
  draw();
  await userEvent.click(await screen.findByRole("link", { name: "Forgot your password?" }));
  await userEvent.click(await screen.findByRole("button", { name: "Send link" }));
  expect(screen.getByText("Enter your e-mail address.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("E-mail address"), " linh@example.com ");
  await userEvent.click(screen.getByRole("button", { name: "Send link" }));
  expect(await screen.findByText(/If an account uses linh@example.com/)).toBeTruthy();
  expect(asked.filter(({ method }) => method === "POST").at(-1)?.body).toEqual({ email: "linh@example.com" });
});

it("shows why no link was sent", async () => {
  const errors = [{ pointer: "/email", code: "invalid", message: "Enter a valid email address." }];
  serve({
    "GET /api/session/": session(true),
    "POST /api/account/password/reset/": () => refuse({ status: 400, code: "invalid_input", errors }),
  });
  draw("/forgot-password");
  await userEvent.type(await screen.findByLabelText("E-mail address"), "linh");
  await userEvent.click(screen.getByRole("button", { name: "Send link" }));
  expect(await screen.findByText("Enter a valid email address.")).toBeTruthy();
});

it.each(["/sign-in", "/forgot-password"])("says whom to ask where no mail can be sent: %s", async (at) => {
  serve({ "GET /api/session/": session(false) });
  draw(at);
  expect(await screen.findByText(/Ask your administrator for a password reset link/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Forgot your password?" })).toBeNull();
});
