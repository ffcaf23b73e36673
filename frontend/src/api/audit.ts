/** The logs of calls and rights, for administrators. */

import { keepPreviousData } from "@tanstack/react-query";
import { paging, server } from "@/api/cache";
import { ask } from "@/api/http";
import type { InvocationFilter } from "@/api/tools";
import type { ChainPart, QueryOf } from "@/api/types";

export type AccessFilter = QueryOf<"tool_access_events_list">;

export const useAccessEvents = (query: AccessFilter) =>
  server.useInfiniteQuery(
    "get",
    "/api/tools/access-events/",
    { params: { query } },
    { placeholderData: keepPreviousData, refetchOnMount: "always", ...paging },
  );

/** Tools and people of the newest calls. */
export const useInvocationNames = () => server.useQuery("get", "/api/tools/invocations/names/");

/** The same calls as a file. */
export const callsAddress = (filter: Omit<InvocationFilter, "row">) =>
  `/api/tools/invocations.csv?${new URLSearchParams(filter)}`;

/** The same events as a file. */
export const eventsAddress = (filter: Omit<AccessFilter, "row">) =>
  `/api/tools/access-events.csv?${new URLSearchParams(filter)}`;

/** The next part of the chain over both logs, checked. */
export const checkChain = (after: number): Promise<ChainPart> =>
  ask("get", "/api/tools/audit-chain/", { params: { query: { after } } });
