import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Status } from "@/api/types";
import { RunStatusBadge } from "@/components/run-status-badge";
import { renderRoutes } from "@/test/render";

const SOURCES = import.meta.glob<string>("../**/*.tsx", { query: "?raw", import: "default", eager: true });

it.each<[Status, boolean, string, Status]>([
  ["succeeded", false, "Succeeded", "succeeded"],
  ["succeeded", true, "Nothing ran", "skipped"],
  ["failed", true, "Failed", "failed"],
])("shows a run that %s (nothing ran: %s) as %s", (status, nothing_ran, label, look) => {
  renderRoutes([{ path: "/", element: <RunStatusBadge run={{ status, nothing_ran }} /> }], "/");
  expect(screen.getByText(label).closest("[data-status]")?.getAttribute("data-status")).toBe(look);
});

it("is the only badge that is given a run's status", () => {
  const wrong = Object.entries(SOURCES).filter(
    ([path, text]) => !path.includes(".test.") && /<StatusBadge\s+status=\{\w*[rR]un\.status/.test(text),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});
