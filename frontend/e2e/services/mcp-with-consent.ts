/** A server of the `mcp` package that asks for consent and gives it at once; apps register themselves. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "../../..");
const PROGRAM = `
import sys
from tests.doubles.mcp_oauth import mcp_with_consent
with mcp_with_consent() as (url, _):
    print(url, flush=True)
    sys.stdin.read()
`;

export class McpWithConsent implements AsyncDisposable {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<McpWithConsent> {
    const child = spawn(join(ROOT, "build/dev-venv/bin/python"), ["-c", PROGRAM], {
      cwd: ROOT,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const [url] = await once(createInterface(child.stdout), "line");
    return new McpWithConsent(url, child);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.child, "exit");
    this.child.stdin?.end();
    await ended;
  }
}
