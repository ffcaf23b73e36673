import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectionRefused } from "@/api/session-events";
import { notifyFailed } from "@/components/notify";
import { TooManyConnections } from "./too-many-connections";
import "@/i18n";

vi.mock("@/components/notify", () => ({ notifyFailed: vi.fn() }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("says once a minute at most that there are too many connections", () => {
  render(<TooManyConnections />);
  for (let tries = 0; tries < 3; tries += 1) connectionRefused.emit();
  expect(notifyFailed).toHaveBeenCalledTimes(1);
  expect(notifyFailed).toHaveBeenCalledWith(expect.objectContaining({ title: "Too many connections" }));
  vi.advanceTimersByTime(61_000);
  connectionRefused.emit();
  expect(notifyFailed).toHaveBeenCalledTimes(2);
});
