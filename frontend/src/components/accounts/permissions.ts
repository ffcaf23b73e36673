/** Permissions of accounts: worded checkboxes that represent scopes of the service. */

import type { AccountService, ConnectedAccount, JsonSchema } from "@/api/types";

/** The account that a tool needs, as the schema of its credential says. */
export type WantedAccount = { service: string; permissions: string[]; grant: ConnectedAccount["grant"] };

export function wantedAccount(schema: JsonSchema): WantedAccount | null {
  const wanted = schema["x-account"] as WantedAccount | undefined;
  return wanted ?? null;
}

/** The scopes that these boxes stand for, and those that are asked for in any case. */
export function scopesOf({ scopes, permissions }: AccountService, chosen: readonly string[]): string[] {
  const asked = permissions.filter(({ id }) => chosen.includes(id)).flatMap((one) => one.scopes);
  return [...new Set([...scopes, ...asked])];
}

/** The boxes that an account has been connected for. */
export function heldPermissions(service: AccountService, account: ConnectedAccount): string[] {
  const held = account.granted_scopes ?? account.scopes;
  // Microsoft puts the address of its API before them.
  const isHeld = (scope: string) => held.some((one) => one === scope || one.endsWith(`/${scope}`));
  return service.permissions.filter(({ scopes }) => scopes.every(isHeld)).map(({ id }) => id);
}
