import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { SettingsPage } from "@/features/settings/settings-page";
import { dropMatrixDraft, useMatrixDraft } from "@/stores/matrix-draft";
import { LINH, renderRoutes } from "@/test/render";

afterEach(dropMatrixDraft);

const open = (isStaff: boolean) =>
  renderRoutes([{ path: "/settings", element: <SettingsPage /> }], "/settings", {
    user: { ...LINH, is_staff: isStaff },
  });

it("shows the group of the administration to administrators", () => {
  open(true);
  expect(screen.getByRole("heading", { name: "Administration" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Permissions" }).getAttribute("href")).toBe(
    "/settings/permissions",
  );
});

it("marks the permissions while something there is not saved", () => {
  open(true);
  expect(screen.queryByRole("img", { name: "Unsaved changes" })).toBeNull();
  act(() => useMatrixDraft.setState({ count: 1 }));
  expect(screen.getByRole("link", { name: "Permissions Unsaved changes" })).toBeTruthy();
});

it("shows no group of the administration to others", () => {
  open(false);
  expect(screen.getByRole("link", { name: "Account" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Administration" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Permissions" })).toBeNull();
});
