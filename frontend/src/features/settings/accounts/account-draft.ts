import { ApiError } from "@/api/errors";
import type { AccountDraft, ConnectedAccount, FieldError, McpAccountDraft } from "@/api/types";

/** A service that no preset knows; its addresses are typed in. */
export const OTHER = "custom";
/** A server that says itself where consent is given. */
export const MCP = "mcp";

/** Who consents, and where. */
export type Grant = ConnectedAccount["grant"];

export type AccountValues = {
  service: string;
  name: string;
  client_id: string;
  client_secret: string;
  /** One on each line. */
  scopes: string;
  places: Record<string, string>;
  authorize_url: string;
  device_url: string;
  token_url: string;
  origin: string;
  /** Of an MCP server. */
  url: string;
  grant: Grant;
};

export const NO_VALUES: AccountValues = {
  service: "",
  name: "",
  client_id: "",
  client_secret: "",
  scopes: "",
  places: {},
  authorize_url: "",
  device_url: "",
  token_url: "",
  origin: "",
  url: "",
  grant: "authorization_code",
};

export function accountDraft({ origin, url: _, ...values }: AccountValues): AccountDraft {
  return {
    ...values,
    service: values.service as AccountDraft["service"],
    name: values.name.trim(),
    client_id: values.client_id.trim(),
    scopes: values.scopes.split(/[\s,]+/).filter(Boolean),
    client_auth: "client_secret_post",
    ...(origin.trim() && { origins: [origin.trim()] }),
  };
}

export function mcpAccountDraft({ name, url, client_id, client_secret }: AccountValues): McpAccountDraft {
  return { name: name.trim(), url: url.trim(), client_id: client_id.trim(), client_secret };
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
