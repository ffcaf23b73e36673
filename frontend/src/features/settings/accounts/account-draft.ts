import { ApiError } from "@/api/errors";
import type { AccountDraft, ConnectedAccount, FieldError } from "@/api/types";

/** A service that no preset knows; its addresses are typed in. */
export const OTHER = "custom";

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
  grant: "authorization_code",
};

export function accountDraft({ origin, ...values }: AccountValues): AccountDraft {
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
