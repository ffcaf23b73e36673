/** The real product as a test starts it: `manage.py up` with an empty data folder on a free port. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const READY = /Flowloom is ready at (\S+)/;
const SETUP = /Create the first administrator: (\S+)/;
const START_LIMIT_MS = 60_000;

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

export class Product {
  #process: ChildProcess | null = null;
  #lines: string[] = [];
  url = "";
  /** The one-time link that creates the first administrator; empty once somebody exists. */
  setupLink = "";

  private constructor(
    readonly dataDir: string,
    readonly port: number,
  ) {}

  static async start(): Promise<Product> {
    const product = new Product(await mkdtemp(join(tmpdir(), "flowloom-e2e-")), await freePort());
    await product.up();
    return product;
  }

  /** Starts the process and waits for its ready line. */
  async up(): Promise<void> {
    const child = spawn(join(ROOT, ".venv/bin/python"), ["manage.py", "up"], {
      cwd: ROOT,
      env: {
        ...process.env,
        DATA_DIR: this.dataDir,
        PORT: String(this.port),
        OUTBOUND_ALLOW: "127.0.0.1",
        PYTHONUNBUFFERED: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    this.#lines = [];
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`not ready:\n${this.output}`)), START_LIMIT_MS);
      child.once("exit", (code) => reject(new Error(`ended with ${code}:\n${this.output}`)));
      const read = (line: string) => {
        this.#lines.push(line);
        this.url = READY.exec(line)?.[1] ?? this.url;
        this.setupLink = SETUP.exec(line)?.[1] ?? this.setupLink;
        if (this.url && (this.setupLink || READY.test(line))) {
          clearTimeout(limit);
          // The set-up link follows the ready line at once; one turn of the event loop brings it.
          setImmediate(resolve);
        }
      };
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", read);
      createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", (line) => this.#lines.push(line));
    });
  }

  get output(): string {
    return this.#lines.join("\n");
  }

  /** Ends the process without a chance to tidy up, as a power cut would. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill("SIGTERM");
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
