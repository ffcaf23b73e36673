/** The current user: session, browser sessions, second factors, tokens, and account links. */

import { useQuery } from "@tanstack/react-query";
import { CATALOGUE, server } from "@/api/cache";

/** As the server checks it; it also refuses passwords that many people use. */
export const MIN_PASSWORD_LENGTH = 8;

export const sessionQuery = server.queryOptions("get", "/api/session/", undefined, CATALOGUE);

export const useSession = () => useQuery(sessionQuery);

export const useBrowserSessions = () => server.useQuery("get", "/api/account/sessions/");

/** Second factors. All changes ask for the password again. */
export const useFactors = () => server.useQuery("get", "/api/account/factors/");

/** Purpose of a one-time account link. */
export const useAccountLink = (token: string) =>
  server.useQuery("post", "/api/setup/link/", { body: { token } }, CATALOGUE);

export const useTokens = () => server.useQuery("get", "/api/tokens/");
