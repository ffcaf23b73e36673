/** The floor's page, built as the product's is and served from a free port until it is disposed of. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";

export async function bareReactFlow(): Promise<{ url: string } & AsyncDisposable> {
  const root = fileURLToPath(new URL(".", import.meta.url));
  const outDir = await mkdtemp(join(tmpdir(), "flowloom-floor-"));
  const options = { root, configFile: false, logLevel: "error", build: { outDir } } as const;
  await build(options);
  const server = await preview({ ...options, preview: { port: 0, host: "127.0.0.1" } });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error("the floor's page is not served");
  return {
    url,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
