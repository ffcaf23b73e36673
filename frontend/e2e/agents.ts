/** Agents as scenes need them, made beside the running product. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { JsonObject } from "../src/api/types";
import type { Product } from "./product";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MAKE = `
import json, os
from django.contrib.auth.models import User
from agents import services
document = json.loads(os.environ["AGENT"])
services.agent_create(User.objects.get(), document=services.agent_read(document))
`;

/** Store an agent of the administrator's. */
export async function makeAgent(product: Product, document: JsonObject): Promise<void> {
  const env = { ...process.env, DATA_DIR: product.dataDir, AGENT: JSON.stringify(document) };
  const args = ["manage.py", "shell", "--no-imports", "-c", MAKE];
  await promisify(execFile)(join(ROOT, ".venv/bin/python"), args, { cwd: ROOT, env });
}
