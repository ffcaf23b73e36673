/// <reference types="vitest/config" />

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { serviceLogos } from "./service-logos.ts";

const backend = process.env.FLOWLOOM_BACKEND ?? "http://127.0.0.1:8000";

/** What every screen needs and what changes only with its version: browsers keep it over our releases. */
const FRAMEWORK =
  /\/node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack)\//;
const COMPONENTS = /\/node_modules\/(@mantine|@floating-ui|@tabler)\//;
/** What few forms have beside lines of text and choices. */
const FIELDS =
  /(@mantine\/form|react-number-format|\/(NumberInput|JsonInput|MultiSelect|TagsInput|PillsInput|use-pills-reorder|PasswordInput|Autocomplete|ColorInput))\/|components\/(number-field|run-inputs\/(input-field|sample-inputs)|schema-form\/controls\/function-select)/;
/** Of d3 only what moves the canvas: charts have parts of their own. */
const CANVAS =
  /\/node_modules\/(@xyflow|d3-(color|dispatch|drag|ease|interpolate|selection|timer|transition|zoom))\//;
const TEXT_EDITOR =
  /\/node_modules\/(@codemirror\/(state|view|commands|language)|@lezer\/(common|highlight))\//;
/** What came of runs and what they wait for, conversations, files, addresses of triggers: the editor begins without. */
const OUTCOMES = [
  "api/knowledge.",
  "api/chat.",
  "api/tables.",
  "api/upload.",
  "components/accounts/",
  "components/approvals/",
  "components/chat-links/",
  "components/chat/",
  "components/confirm-button.",
  "components/copy-button.",
  "components/dropped-files.",
  "components/field-diff/",
  "components/form-buttons.",
  "components/form-error.",
  "components/persistent-variables-editor.",
  "components/provenance/",
  "components/run-badges.",
  "components/run-detail/",
  "components/run-inputs/file-field.",
  "components/model-picker/use-model-name.",
  "components/starter-card/",
  "components/status-select.",
  "components/text-with-files.",
  "components/trace/",
  "components/triggers/",
  "components/use-tool-title.",
  "components/value-view/",
  "document/compare.",
  "hooks/use-follow-end.",
  "hooks/use-typed.",
  "lib/file-links.",
  "runs/axis.",
  "runs/timeline.",
  "stores/use-paced-run.",
];
const isOutcome = (id: string) => OUTCOMES.some((path) => id.includes(`/src/${path}`));
const PRODUCT = /\/src\/((api|document|hooks|lib|nodes|runs|stores)\/|components\/(?!code-))/;

/** Modules are small and screens take many of them: a file for each set of screens would be 100 requests. */
const SHARED_BY = 3;

/** The texts of one language are one file: a screen needs all of them before it can be drawn. */
function chunkOf(id: string): string | null {
  const texts = /\/src\/i18n\/([\w-]+)\/(?!language\.json)/.exec(id);
  return texts ? `texts-${texts[1]}` : null;
}

const TOKENS = new URL("./src/styles/tokens.css", import.meta.url);

/** The administrator's panel, which is the server's, takes the tokens, too. */
const tokens: Plugin = {
  name: "tokens",
  configureServer({ middlewares }) {
    middlewares.use("/static/tokens.css", (_request, response) => {
      response.setHeader("Content-Type", "text/css").end(readFileSync(TOKENS));
    });
  },
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "tokens.css", source: readFileSync(TOKENS) });
  },
};

export default defineConfig(({ command }) => ({
  base: command === "build" ? "/static/" : "/",
  plugins: [react(), tokens, serviceLogos()],
  resolve: {
    alias: {
      "@": fileURLToPath(new URL("./src", import.meta.url)),
    },
  },
  build: {
    manifest: "manifest.json",
    outDir: "dist",
    // Most licences ask that their notices stay with copies.
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      input: "src/main.tsx",
      output: {
        codeSplitting: {
          groups: [
            { name: chunkOf, debugName: "texts" },
            { name: "framework", test: FRAMEWORK },
            { name: "text-editor", test: TEXT_EDITOR },
            { name: "canvas", test: CANVAS },
            {
              name: "components",
              test: (id) => COMPONENTS.test(id) && !FIELDS.test(id),
              minShareCount: SHARED_BY,
            },
            {
              name: "product",
              test: (id) => PRODUCT.test(id) && !isOutcome(id) && !FIELDS.test(id),
              minShareCount: SHARED_BY,
            },
            { name: "fields", test: FIELDS, minShareCount: SHARED_BY },
            { name: "outcomes", test: isOutcome, minShareCount: SHARED_BY },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // The host stays as the browser sent it: the server compares it with the origin.
      "^/(?:admin|api|bots|content|hooks|mcp|static|v1)(?:[/?]|$)": { target: backend, changeOrigin: false },
      "/ws/": { target: backend.replace("http", "ws"), changeOrigin: false, ws: true },
    },
  },
  test: {
    environment: "happy-dom",
    // With a catalogue of the back end's at hand, only the forms are drawn that come from it.
    include: [process.env.FLOWLOOM_TOOL_TYPES ? "src/**/*.catalogue.{ts,tsx}" : "src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    // Far above what a test takes: others may want the processor, too.
    testTimeout: 120_000,
    // The files of a worker share one document, which is a third faster; src/test/setup.ts empties it after each test.
    isolate: false,
    // The seed is printed; `--sequence.seed` repeats an order.
    sequence: { shuffle: true },
  },
}));
