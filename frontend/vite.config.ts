import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const backend = process.env.FLOWLOOM_BACKEND ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "/static/",
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: { manifest: "manifest.json", outDir: "dist", rollupOptions: { input: "src/main.tsx" } },
  server: {
    proxy: {
      "/api": backend,
      "/admin": backend,
      "/ws": { target: backend, ws: true },
    },
  },
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"], setupFiles: ["src/test/setup.ts"] },
});
