/** nginx as its Debian package sets it up, with nothing but `proxy_pass` in front of a product: no Upgrade gets through. */

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const PROGRAM = process.env.NGINX ?? "/usr/sbin/nginx";
/** Anybody may start it: its files are in a folder of its own. */
const CONFIG = `
pid nginx.pid;
error_log error.log;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  sendfile on;
  tcp_nopush on;
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  gzip on;
  server {
    listen 127.0.0.1:PORT;
    location / { proxy_pass http://127.0.0.1:UPSTREAM; }
  }
}
`;

export class Nginx {
  readonly url: string;

  private constructor(
    private readonly folder: string,
    port: number,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(port: number, upstream: number): Promise<Nginx> {
    const nginx = new Nginx(await mkdtemp(join(tmpdir(), "flowloom-nginx-")), port);
    const config = CONFIG.replace("PORT", String(port)).replace("UPSTREAM", String(upstream));
    await writeFile(join(nginx.folder, "nginx.conf"), config);
    // It returns once it listens.
    await nginx.#run();
    return nginx;
  }

  async stop(): Promise<void> {
    await this.#run("-s", "stop");
    await rm(this.folder, { recursive: true, force: true });
  }

  async #run(...options: string[]): Promise<void> {
    await promisify(execFile)(PROGRAM, [
      "-p",
      this.folder,
      "-e",
      "error.log",
      "-c",
      "nginx.conf",
      ...options,
    ]);
  }
}
