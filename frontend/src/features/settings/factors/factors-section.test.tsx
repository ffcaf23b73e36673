import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Factor } from "@/api/types";
import { FactorsSection } from "@/features/settings/factors/factors-section";
import { LINH, renderRoutes } from "@/test/render";
import { serve } from "@/test/server";

const APP: Factor = { id: 3, kind: "totp", name: "", created_at: "2026-03-10T12:00:00Z", last_used_at: null };
const CODES = ["abcdefghjk", "mnpqrstuvw"];

const draw = () => renderRoutes([{ path: "/", element: <FactorsSection /> }], "/", { user: LINH });

it("adds an authenticator app with its first code, and shows the recovery codes once", async () => {
  let factors: Factor[] = [];
  const asked = serve({
    "GET /api/account/factors/": () => ({
      factors,
      recovery_codes_left: factors.length * 2,
      allows_passkeys: false,
    }),
    "POST /api/account/factors/totp/offer/": () => ({
      secret: "JBSWY3DP",
      address: "otpauth://totp/x",
      qr: ["10", "01"],
    }),
    "POST /api/account/factors/totp/": () => {
      factors = [APP];
      return { recovery_codes: CODES };
    },
  });
  draw();
  expect(await screen.findByText(/Not set up/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Add authenticator app" }));
  expect(await screen.findByText("JBSWY3DP")).toBeTruthy();
  expect(screen.getByRole("img", { name: "QR code for the authenticator app" })).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Finish" }));
  expect(await screen.findByText("abcde-fghjk")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "I have saved them" }));
  await waitFor(() => expect(screen.queryByText("abcde-fghjk")).toBeNull());
  expect(await screen.findByText("2 recovery codes left.")).toBeTruthy();
  expect(asked.find(({ path }) => path === "/api/account/factors/totp/")?.body).toEqual({ code: "123456" });
});

it("removes the last factor after a question that names what it means", async () => {
  let factors = [APP];
  serve({
    "GET /api/account/factors/": () => ({ factors, recovery_codes_left: 2, allows_passkeys: false }),
    "DELETE /api/account/factors/3/": () => {
      factors = [];
      return new Response(null, { status: 204 });
    },
  });
  draw();
  await userEvent.click(await screen.findByRole("button", { name: "Remove Authenticator app" }));
  expect(await screen.findByText(/recovery codes will stop working/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText(/Not set up/)).toBeTruthy();
});
