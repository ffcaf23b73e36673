/** Model providers, credentials, tokens of this API, and variables. */

import type { Signal } from "@/api/calls/paging";
import { dataOf, done, http } from "@/api/http";
import type * as T from "@/api/types";

const provider = (id: string) => ({ path: { provider_id: id } });
const credential = (id: string) => ({ path: { credential_id: id } });

export const providers = {
  list: (signal?: Signal) => dataOf<T.Provider[]>(() => http.GET("/api/providers/", { signal })),
  presets: (signal?: Signal) =>
    dataOf<T.ProviderPreset[]>(() => http.GET("/api/providers/presets/", { signal })),
  create: (body: T.ProviderDraft) => dataOf<T.Provider>(() => http.POST("/api/providers/", { body })),
  update: (id: string, body: T.ProviderChanges) =>
    dataOf<T.Provider>(() => http.PATCH("/api/providers/{provider_id}/", { params: provider(id), body })),
  remove: (id: string) => done(() => http.DELETE("/api/providers/{provider_id}/", { params: provider(id) })),
  /** Asks the service with what was typed; nothing is stored. */
  try: (body: T.ProviderTrial) => dataOf<T.ProviderTest>(() => http.POST("/api/providers/try/", { body })),
  test: (id: string) =>
    dataOf<T.ProviderTest>(() => http.POST("/api/providers/{provider_id}/test/", { params: provider(id) })),
};

export const credentials = {
  list: (signal?: Signal) => dataOf<T.Credential[]>(() => http.GET("/api/credentials/", { signal })),
  kinds: (signal?: Signal) =>
    dataOf<T.CredentialKind[]>(() => http.GET("/api/credentials/kinds/", { signal })),
  create: (body: T.CredentialDraft) => dataOf<T.Credential>(() => http.POST("/api/credentials/", { body })),
  /** `values` replaces all that is stored. */
  update: (id: string, body: T.CredentialChanges) =>
    dataOf<T.Credential>(() =>
      http.PATCH("/api/credentials/{credential_id}/", { params: credential(id), body }),
    ),
  remove: (id: string) =>
    done(() => http.DELETE("/api/credentials/{credential_id}/", { params: credential(id) })),
  confirmOrigin: (id: string, origin: string) =>
    dataOf<T.Credential>(() =>
      http.POST("/api/credentials/{credential_id}/origins/", { params: credential(id), body: { origin } }),
    ),
  /** Also refuses one that a call has asked for. */
  removeOrigin: (id: string, origin: string) =>
    dataOf<T.Credential>(() =>
      http.DELETE("/api/credentials/{credential_id}/origins/", {
        params: { ...credential(id), query: { origin } },
      }),
    ),
  uses: (id: string, signal?: Signal) =>
    dataOf<T.CredentialUses>(() =>
      http.GET("/api/credentials/{credential_id}/uses/", { params: credential(id), signal }),
    ),
};

export const accounts = {
  services: (signal?: Signal) =>
    dataOf<T.AccountService[]>(() => http.GET("/api/accounts/services/", { signal })),
  create: (body: T.AccountDraft) => dataOf<T.Credential>(() => http.POST("/api/accounts/", { body })),
  createMcp: (body: T.McpAccountDraft) =>
    dataOf<T.Credential>(() => http.POST("/api/accounts/mcp/", { body })),
  /** Address where the person consents. */
  consent: (id: string, more: string[]) =>
    dataOf<{ url: string }>(() =>
      http.POST("/api/accounts/{credential_id}/consent/", {
        params: credential(id),
        body: { more_scopes: more },
      }),
    ),
  /** Code to enter on another device. */
  deviceCode: (id: string, more: string[]) =>
    dataOf<T.DeviceCode>(() =>
      http.POST("/api/accounts/{credential_id}/device-code/", {
        params: credential(id),
        body: { more_scopes: more },
      }),
    ),
  deviceAnswer: (id: string) =>
    dataOf<T.DeviceAnswer>(() =>
      http.POST("/api/accounts/{credential_id}/device-answer/", { params: credential(id) }),
    ),
  /** Parameters of a service's callback. */
  answer: (answer: Record<string, string>) =>
    dataOf<T.Credential>(() => http.POST("/api/accounts/answer/", { body: { answer } })),
};

export const tokens = {
  list: (signal?: Signal) => dataOf<T.ApiToken[]>(() => http.GET("/api/tokens/", { signal })),
  /** The answer is the only place that ever holds the token itself. */
  create: (body: T.ApiTokenDraft) => dataOf<T.NewApiToken>(() => http.POST("/api/tokens/", { body })),
  remove: (id: number) =>
    done(() => http.DELETE("/api/tokens/{token_id}/", { params: { path: { token_id: id } } })),
};

export const variables = {
  list: (signal?: Signal) => dataOf<T.EnvVariable[]>(() => http.GET("/api/variables/", { signal })),
  /** Makes one of this name, or replaces what it says. */
  set: ({ name, ...body }: T.EnvVariableDraft) =>
    dataOf<T.EnvVariable>(() =>
      http.PUT("/api/variables/{variable_name}/", { params: { path: { variable_name: name } }, body }),
    ),
  remove: (name: string) =>
    done(() => http.DELETE("/api/variables/{variable_name}/", { params: { path: { variable_name: name } } })),
};
