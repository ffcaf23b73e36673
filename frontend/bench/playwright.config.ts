import { defineConfig } from "@playwright/test";
import stories from "../playwright.config";

/** The same browser as the stories have; one after another, and never again: a figure is no test. */
export default defineConfig(stories, {
  testDir: ".",
  testMatch: "*.bench.ts",
  outputDir: "../test-results",
  workers: 1,
  retries: 0,
  timeout: 600_000,
  use: { trace: "off", screenshot: "off" },
});
