/** The address of a webhook, and a call that it takes. Pure. */

import type { JsonObject, Trigger } from "@/api/types";
import { textOf } from "@/document/config";
import type { Call } from "./programs";

/** The address with the path of the settings behind it; values of the path stay as they are named. */
export function webhookAddress({ address }: Trigger, config: JsonObject): string {
  const path = textOf(config.path)
    .trim()
    .replace(/^\/+|\/+$/g, "");
  return `${address}${path}`;
}

/** Example of an accepted call: method, body with the start fields, and the sender's proof. */
export function exampleCall(url: string, config: JsonObject, body: JsonObject): Call {
  const wanted = textOf(config.method) || "POST";
  const method = wanted === "any" ? "POST" : wanted;
  const proof = proofOf(config);
  const basic = config.sender === "basic" ? { basic: [USER, SECRET] as const } : {};
  // A value of the path has to be something.
  const address = url.replace(/\/:([A-Za-z_]\w*)/g, "/$1");
  if (method === "GET" || method === "DELETE") {
    const query = new URLSearchParams(
      Object.entries(body).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ).toString();
    return { method, url: query ? `${address}?${query}` : address, body: null, headers: proof, ...basic };
  }
  const headers = [["Content-Type", "application/json"] as const, ...proof];
  return { method, url: address, body: JSON.stringify(body), headers, ...basic };
}

const USER = "YOUR_USER";
const SECRET = "YOUR_SECRET";

/** The header that proves a call, for ways of proof that need no computation. */
function proofOf({ sender, senderSettings: settings }: JsonObject): (readonly [string, string])[] {
  const name =
    settings !== null && typeof settings === "object" && !Array.isArray(settings)
      ? textOf(settings?.name)
      : "";
  if (sender === "header") return [[name || "X-API-Key", SECRET]];
  if (sender === "bearer") return [["Authorization", `Bearer ${SECRET}`]];
  return [];
}

export function needsSecret({ sender }: JsonObject): boolean {
  return (textOf(sender) || "none") !== "none";
}

/** True if the program is accepted as is, once it has the secret. */
export function canBeCalledByHand({ sender }: JsonObject): boolean {
  return ["none", "header", "bearer", "basic"].includes(textOf(sender) || "none");
}
