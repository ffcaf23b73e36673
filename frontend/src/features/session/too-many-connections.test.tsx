import { notifications } from "@mantine/notifications";
import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectionRefused } from "@/api/session-events";
import { TooManyConnections } from "./too-many-connections";
import "@/i18n";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("says once a minute at most that there are too many connections", () => {
  const shown = vi.spyOn(notifications, "show").mockReturnValue("");
  render(<TooManyConnections />);
  for (let tries = 0; tries < 3; tries += 1) connectionRefused.emit();
  expect(shown).toHaveBeenCalledTimes(1);
  expect(shown).toHaveBeenCalledWith(expect.objectContaining({ title: "Too many connections" }));
  vi.advanceTimersByTime(61_000);
  connectionRefused.emit();
  expect(shown).toHaveBeenCalledTimes(2);
});
