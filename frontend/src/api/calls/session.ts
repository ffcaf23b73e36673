/** Session, passwords, sign-in steps, and account links. */

import type { Signal } from "@/api/calls/paging";
import { dataOf, done, http } from "@/api/http";
import type * as T from "@/api/types";

/** As the server checks it; it also refuses passwords that many people use. */
export const MIN_PASSWORD_LENGTH = 8;

const optionsOf = async (ask: Parameters<typeof dataOf<T.PasskeyOptions>>[0]) =>
  (await dataOf<T.PasskeyOptions>(ask)).options;

/** Second factors. All but the list ask for the password again. */
export const factors = {
  list: (signal?: Signal) => dataOf<T.Factors>(() => http.GET("/api/account/factors/", { signal })),
  offerApp: () => dataOf<T.TotpOffer>(() => http.POST("/api/account/factors/totp/offer/")),
  addApp: (code: string) =>
    dataOf<T.RecoveryCodes>(() => http.POST("/api/account/factors/totp/", { body: { code } })),
  offerPasskey: () => optionsOf(() => http.POST("/api/account/factors/passkeys/options/")),
  addPasskey: (body: T.PasskeyDraft) =>
    dataOf<T.RecoveryCodes>(() => http.POST("/api/account/factors/passkeys/", { body })),
  newRecoveryCodes: () => dataOf<T.RecoveryCodes>(() => http.POST("/api/account/factors/recovery-codes/")),
  remove: (id: number) =>
    done(() => http.DELETE("/api/account/factors/{factor_id}/", { params: { path: { factor_id: id } } })),
};

export const session = {
  /** Also sets the CSRF cookie. */
  get: (signal?: Signal) => dataOf<T.Session>(() => http.GET("/api/session/", { signal })),
  signIn: (body: { username: string; password: string }) =>
    dataOf<T.Session>(() => http.POST("/api/session/", { body })),
  secondStep: (body: T.SecondStep) =>
    dataOf<T.Session>(() => http.POST("/api/session/second-step/", { body })),
  /** Passkey challenge to complete the sign-in. */
  secondStepOptions: () => optionsOf(() => http.POST("/api/session/second-step/options/")),
  confirm: (body: T.Confirmation) => done(() => http.POST("/api/account/confirmation/", { body })),
  confirmOptions: () => optionsOf(() => http.POST("/api/account/confirmation/options/")),
  signOut: () => done(() => http.DELETE("/api/session/")),
  /** Purpose of a one-time link. */
  link: (token: string, signal?: Signal) =>
    dataOf<T.AccountLink>(() => http.POST("/api/setup/link/", { body: { token }, signal })),
  /** Use a one-time link: make an account, or choose a new password. */
  setUp: (body: T.SetupDraft) => dataOf<T.Session>(() => http.POST("/api/setup/", { body })),
  changePassword: (body: T.PasswordChange) => done(() => http.POST("/api/account/password/", { body })),
  /** Mail a link to a new password to whoever has this address. */
  resetPassword: (body: { email: string }) => done(() => http.POST("/api/account/password/reset/", { body })),
  changeEmail: (body: T.EmailChange) => done(() => http.POST("/api/account/email/", { body })),
  changePreferences: (body: T.PreferencesPatch) =>
    dataOf<T.Preferences>(() => http.PATCH("/api/account/preferences/", { body })),
  list: (signal?: Signal) => dataOf<T.BrowserSession[]>(() => http.GET("/api/account/sessions/", { signal })),
  end: (id: number) =>
    done(() =>
      http.DELETE("/api/account/sessions/{browser_session_id}/", {
        params: { path: { browser_session_id: id } },
      }),
    ),
};
