/** The real product as a test starts it: `manage.py up` with a data folder of its own on a free port. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Session } from "../src/api/types";
import { Nginx } from "./nginx";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PYTHON = process.env.PRODUCT_PYTHON ?? join(ROOT, ".venv/bin/python");
const READY = /Flowloom is ready at (\S+)/;
const SETUP = /Create the first administrator: (\S+)/;
/** Far above what a start takes: two products may start beside each other on a machine that is busy already. */
export const START_LIMIT_MS = 240_000;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

export class Product {
  #process: ChildProcess | null = null;
  #nginx: Nginx | null = null;
  #lines: string[] = [];
  /** Called with each new line; there is at most one who waits. */
  #heard: () => void = () => {};
  url = "";
  /** The one-time link that creates the first administrator; empty once somebody exists. */
  setupLink = "";

  private constructor(
    readonly dataDir: string,
    readonly port: number,
    readonly env: Readonly<Record<string, string>>,
  ) {}

  static async start(): Promise<Product> {
    const product = new Product(await mkdtemp(join(tmpdir(), "flowloom-e2e-")), await freePort(), {});
    await product.up();
    return product;
  }

  /**
   * The same on tables that are there already: making them takes longer than all else at a start.
   *
   * `env` sets the product up; with `STAND_INS`, calls to hosts out there go to servers of the story, and with
   * `BEHIND_NGINX` browsers reach it through one.
   */
  static async startMigrated(env: Readonly<Record<string, string>> = {}): Promise<Product> {
    const product = new Product(await mkdtemp(join(tmpdir(), "flowloom-e2e-")), await freePort(), env);
    const made = await promisify(execFile)(PYTHON, ["-m", "tests.database.migrated"], { cwd: ROOT });
    await copyFile(made.stdout, join(product.dataDir, "flowloom.sqlite3"));
    if (env.BEHIND_NGINX) product.#nginx = await Nginx.start(await freePort(), product.port);
    await product.up();
    return product;
  }

  /** Starts the process and waits for the end of its startup output. */
  async up(): Promise<void> {
    const program = this.env.STAND_INS ? ["-m", "tests.doubles.up_with_stand_ins"] : ["manage.py", "up"];
    const child = spawn(PYTHON, ["-W", "error::ResourceWarning", ...program], {
      cwd: ROOT,
      env: {
        ...process.env,
        DATA_DIR: this.dataDir,
        PORT: String(this.port),
        OUTBOUND_ALLOW: "127.0.0.1",
        PYTHONUNBUFFERED: "1",
        ...(this.#nginx && { PUBLIC_URL: this.#nginx.url }),
        ...this.env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    this.#lines = [];
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream as Readable }).on("line", (line) => {
        this.#lines.push(line);
        this.#heard();
      });
    }
    const own = await this.#line(READY, child);
    this.url = this.#nginx?.url ?? own;
    const session = (await (await fetch(`${this.url}/api/session/`)).json()) as Session;
    this.setupLink = session.setup_required ? await this.#line(SETUP, child) : "";
  }

  /** Run Python beside the product, on its data: for rows that would take a person hours to make. */
  async script(code: string): Promise<void> {
    const env = { ...process.env, DATA_DIR: this.dataDir };
    await promisify(execFile)(PYTHON, ["manage.py", "shell", "--verbosity", "0", "--command", code], {
      cwd: ROOT,
      env,
    });
  }

  /** Everything that the present process wrote. */
  get output(): string {
    return this.#lines.join("\n");
  }

  /** Ends the process without a chance to tidy up, as a power cut would. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill("SIGTERM");
    await this.#nginx?.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Waits for a line and returns its first group; an early end of the process is an error that shows its output. */
  #line(pattern: RegExp, child: ChildProcess): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => finish(() => reject(new Error(`${why}:\n${this.output}`)));
      const limit = setTimeout(() => fail(`no line like ${pattern}`), START_LIMIT_MS);
      const onExit = (code: number | null) => fail(`ended with ${code}`);
      const finish = (settle: () => void) => {
        clearTimeout(limit);
        child.off("exit", onExit);
        this.#heard = () => {};
        settle();
      };
      const look = () => {
        const found = pattern.exec(this.output)?.[1];
        if (found) finish(() => resolve(found));
      };
      child.once("exit", onExit);
      this.#heard = look;
      look();
    });
  }
}
