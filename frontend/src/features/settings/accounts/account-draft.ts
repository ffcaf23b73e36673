import { ApiError } from "@/api/errors";
import type { AccountDraft, FieldError } from "@/api/types";

/** A service that no preset knows; its addresses are typed in. */
export const OTHER = "custom";

export type AccountValues = {
  service: string;
  name: string;
  client_id: string;
  client_secret: string;
  /** One on each line. */
  scopes: string;
  places: Record<string, string>;
  authorize_url: string;
  token_url: string;
  origin: string;
  /** The app gets a token of its own; nobody consents. */
  byItself: boolean;
};

export const NO_VALUES: AccountValues = {
  service: "",
  name: "",
  client_id: "",
  client_secret: "",
  scopes: "",
  places: {},
  authorize_url: "",
  token_url: "",
  origin: "",
  byItself: false,
};

export function accountDraft({ byItself, origin, ...values }: AccountValues): AccountDraft {
  return {
    ...values,
    service: values.service as AccountDraft["service"],
    name: values.name.trim(),
    client_id: values.client_id.trim(),
    scopes: values.scopes.split(/[\s,]+/).filter(Boolean),
    grant: byItself ? "client_credentials" : "authorization_code",
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
