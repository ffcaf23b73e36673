import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noteServerDate, serverNow } from "./server-clock";

const HOUR_MS = 3_600_000;
const NOON = Date.parse("2026-11-26T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  // Whatever was learned here is not true of the next test's clock.
  vi.useRealTimers();
  noteServerDate(new Date().toUTCString(), Date.now(), Date.now());
});

/** An answer of a server with a clock this far ahead, dated as servers do it. */
function answer(ahead: number, took = 20): void {
  const askedAt = Date.now();
  vi.advanceTimersByTime(took);
  noteServerDate(new Date(Date.now() + ahead).toUTCString(), askedAt, Date.now());
}

it.each([-24 * HOUR_MS, -HOUR_MS, -5_000, 5_000, HOUR_MS, 24 * HOUR_MS])(
  "is the server's when the browser's is %d ms behind it",
  (ahead) => {
    for (let call = 0; call < 20; call += 1) {
      answer(ahead);
      expect(Math.abs(serverNow() - Date.now() - ahead)).toBeLessThanOrEqual(2_000);
      vi.advanceTimersByTime(137);
    }
  },
);

it("is the browser's as long as the two may agree", () => {
  for (let call = 0; call < 20; call += 1) {
    answer(0, 300);
    expect(serverNow()).toBe(Date.now());
    vi.advanceTimersByTime(137);
  }
});

it("follows a clock that is set, and keeps what it knows where an answer has no date", () => {
  answer(HOUR_MS);
  noteServerDate(null, Date.now(), Date.now());
  noteServerDate("soon", Date.now(), Date.now());
  expect(serverNow() - Date.now()).toBeGreaterThan(HOUR_MS - 2_000);
  answer(0);
  expect(Math.abs(serverNow() - Date.now())).toBeLessThanOrEqual(2_000);
});

/** Uses of the browser's own clock: socket silence, order of unsent entries, an id. */
const OWN_CLOCK = [
  "api/http.ts",
  "api/lasting-socket.ts",
  "document/node-tool.ts",
  "lib/server-clock.ts",
  "stores/unsent.ts",
];

it("is what every time of the server is held against", () => {
  const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*", "!../test/**"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const readers = Object.entries(sources).filter(([, text]) => /Date\.now\(|new Date\(\)/.test(text));
  // Relative to this folder.
  const own = OWN_CLOCK.map((path) => (path.startsWith("lib/") ? `./${path.slice(4)}` : `../${path}`));
  expect(readers.map(([path]) => path).sort()).toEqual(own.sort());
});
