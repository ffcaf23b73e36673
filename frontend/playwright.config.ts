import { defineConfig } from "@playwright/test";

/** Debian's Chromium; the flags keep it off the network, which tests do not have. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Each starts a product of its own, on a free port and with a data folder of its own.
  workers: 2,
  // The longest takes two minutes on a busy machine; what waits for something that never comes ends long before.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  forbidOnly: true,
  // What would pass the second time has a cause, in the product or in the story.
  retries: 0,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: QUIET },
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    // A trace costs more than a third of a story: `--trace retain-on-failure` keeps one of what fails.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
