import { ApiError } from "@/api/errors";
import type {
  AccountDraft,
  AccountService,
  ConnectedAccount,
  FieldError,
  McpAccountDraft,
} from "@/api/types";
import { scopesOf } from "./permissions";

/** A service that no preset knows; its addresses are typed in. */
export const OTHER = "custom";
/** A server that says itself where consent is given. */
export const MCP = "mcp";

/** Kind of consent: by a person or the app itself. */
export type Grant = ConnectedAccount["grant"];

export type AccountValues = {
  service: string;
  name: string;
  client_id: string;
  client_secret: string;
  /** Ids of the boxes that are ticked. */
  permissions: string[];
  /** Further ones as the service names them, one on each line. */
  scopes: string;
  places: Record<string, string>;
  authorize_url: string;
  device_url: string;
  token_url: string;
  origin: string;
  /** Address of an MCP server, for which more is asked before storing. */
  url: string;
  proxy: string;
  grant: Grant;
};

export const NO_VALUES: AccountValues = {
  service: "",
  name: "",
  client_id: "",
  client_secret: "",
  permissions: [],
  scopes: "",
  places: {},
  authorize_url: "",
  device_url: "",
  token_url: "",
  origin: "",
  url: "",
  proxy: "",
  grant: "authorization_code",
};

export function accountDraft(
  { origin, url: _, proxy: __, permissions, ...values }: AccountValues,
  service: AccountService | undefined,
): AccountDraft {
  // What a person chooses from is what a person can consent to.
  const chosen = service && values.grant !== "client_credentials" ? scopesOf(service, permissions) : [];
  const typed = values.scopes.split(/[\s,]+/).filter(Boolean);
  return {
    ...values,
    service: values.service as AccountDraft["service"],
    name: values.name.trim(),
    client_id: values.client_id.trim(),
    scopes: [...new Set([...chosen, ...typed])],
    client_auth: "client_secret_post",
    ...(origin.trim() && { origins: [origin.trim()] }),
  };
}

export function mcpAccountDraft(values: AccountValues): McpAccountDraft {
  const { name, url, client_id, client_secret, proxy } = values;
  return {
    name: name.trim(),
    url: url.trim(),
    client_id: client_id.trim(),
    client_secret,
    ...(proxy.trim() && { proxy: proxy.trim() }),
  };
}

/** The server's messages, by the names of the form's fields. */
export function fieldErrors(error: unknown): Record<string, string> {
  const errors: FieldError[] = error instanceof ApiError ? error.errors : [];
  return Object.fromEntries(
    errors.map(({ pointer, message }) => [
      pointer === "/origins" ? "origin" : pointer.slice(1).replace("/", "."),
      message,
    ]),
  );
}
