/** Who is signed in, and the first set-up. */

import type { Signal } from "@/api/calls/paging";
import { dataOf, done, http } from "@/api/http";
import type * as T from "@/api/types";

export const session = {
  /** Also sets the CSRF cookie. */
  get: (signal?: Signal) => dataOf<T.Session>(() => http.GET("/api/session/", { signal })),
  signIn: (body: { username: string; password: string }) =>
    dataOf<T.Session>(() => http.POST("/api/session/", { body })),
  signOut: () => done(() => http.DELETE("/api/session/")),
  setUp: (body: { token: string; username: string; password: string }) =>
    dataOf<T.Session>(() => http.POST("/api/setup/", { body })),
};
