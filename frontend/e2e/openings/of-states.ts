/** Dialogs that open in rare states of the server or of other people. `overlays.test.tsx` knows when one is missing. */

import type { Page } from "@playwright/test";
import type { ConnectedAccount, Credential, Factor } from "../../src/api/types";
import { Api } from "../api";
import { answer, at, type Opening, press } from "./opening";

async function withAccount(page: Page, changes: Partial<ConnectedAccount>): Promise<void> {
  const account = {
    service: "mcp",
    grant: "authorization_code",
    state: "ended",
    connected_as: "",
    scopes: [],
    granted_scopes: null,
    expires_at: null,
    ...changes,
  } satisfies ConnectedAccount;
  const credential = {
    id: "00000000-0000-7000-8000-000000000001",
    name: "Weavers",
    kind: "oauth2",
    owner: null,
    account,
    has_test_values: false,
    origins: [],
    asked_origins: [],
    decides_origins: true,
    max_calls: 0,
    per_seconds: 60,
    proxy: "",
    created_at: "2026-03-10T12:00:00Z",
  } satisfies Credential;
  await answer(page, "/api/credentials/", [credential]);
}

/** Allows passkeys, which the IP address of the page does not. */
function withFactors(page: Page, ...factors: Factor[]): Promise<void> {
  return answer(page, "/api/account/factors/", { factors, recovery_codes_left: 8, allows_passkeys: true });
}

export const OF_STATES: readonly Opening[] = [
  {
    name: "an account whose consent has ended",
    drawn: "components/accounts/reconnect-modal.tsx",
    address: at("/settings/credentials"),
    open: async (page) => {
      await withAccount(page, { state: "ended" });
      await press("Connect again")(page);
    },
  },
  {
    name: "an account that is connected with a code",
    drawn: "features/settings/accounts/account-state.tsx",
    address: at("/settings/credentials"),
    open: async (page) => {
      await withAccount(page, { state: "new", grant: "device_code" });
      await press("Connect")(page);
    },
    stores: /\/api\/accounts\/.*\/device-/,
  },
  {
    name: "a change of an agent that another person was quicker with",
    drawn: "components/conflict-modal.tsx",
    address: at("/agents"),
    open: async (page) => {
      const api = new Api(page.request);
      const { slug } = await api.createAgent({ name: "Contested" });
      await page.goto(`/agents/${slug}`);
      const greeting = page.getByRole("textbox", { name: "Greeting" });
      await greeting.waitFor();
      await api.changeAgent(slug, { prompts: { greeting: "Theirs" } });
      await greeting.fill("Mine");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "a new passkey",
    drawn: "features/settings/factors/add-passkey.tsx",
    address: at("/settings/account"),
    open: async (page) => {
      await withFactors(page);
      await press("Add passkey")(page);
    },
    field: "Name of the passkey",
    stores: /\/factors\/passkeys\//,
  },
  {
    name: "new recovery codes",
    drawn: "features/settings/factors/factors-section.tsx",
    address: at("/settings/account"),
    open: async (page) => {
      await page.route("**/api/account/factors/recovery-codes/", (route) =>
        route.fulfill({ json: { recovery_codes: ["abcdeabcde"] } }),
      );
      await withFactors(page, {
        id: 1,
        kind: "totp",
        name: "",
        created_at: "2026-03-10T12:00:00Z",
        last_used_at: null,
      });
      await press("New recovery codes")(page);
      await page.getByRole("dialog").getByRole("button", { name: "New recovery codes" }).click();
      await page.getByRole("dialog", { name: "Recovery codes", exact: true }).waitFor();
    },
  },
];
