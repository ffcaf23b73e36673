import { expect, it } from "vitest";
import { browserName } from "@/lib/browser-name";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

it.each([
  [CHROME, "Chrome", "Windows"],
  [`${CHROME} Edg/140.0`, "Edge", "Windows"],
  [`${CHROME} OPR/120.0`, "Opera", "Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605 Version/18.0 Safari/605", "Safari", "macOS"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Safari/604", "Safari", "iPhone"],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537 Chrome/140.0 Mobile Safari/537",
    "Chrome",
    "Android",
  ],
])("names %s", (userAgent, browser, system) => {
  expect(browserName(userAgent)).toEqual({ browser, system });
});

it.each(["", "curl/8.5.0", "x".repeat(10_000)])("admits that it does not know others", (userAgent) => {
  expect(browserName(userAgent)).toBeNull();
});
