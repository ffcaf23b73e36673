/** Cached reads: the keys under which answers are kept, how long they hold, and how changes refresh them. */

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import createClient from "openapi-react-query";
import type { PathsWithMethod } from "openapi-typescript-helpers";
import { useCallback } from "react";
import { http } from "@/api/http";
import type { paths } from "@/api/schema.gen";

/** Hooks by method and path. An answer is kept under the key `[method, path, init]`. */
export const server = createClient(http);

/** Catalogues change only when the server is upgraded. */
export const CATALOGUE = { staleTime: Number.POSITIVE_INFINITY };

/** The next page of a list that comes in pages. */
export const paging = {
  initialPageParam: cursorOf(null),
  getNextPageParam: (page: { next: string | null }) => cursorOf(page.next),
};

/** The `cursor` of a page's `next` or `previous` address. */
export function cursorOf(address: string | null): string | null {
  return address === null ? null : new URL(address, window.location.origin).searchParams.get("cursor");
}

/** The key of one cached read. */
export function cacheKey(path: PathsWithMethod<paths, "get">, init?: object): QueryKey {
  return init === undefined ? ["get", path] : ["get", path, init];
}

/**
 * The cached reads at some addresses, whatever their query, for `invalidateQueries` and its like.
 *
 * The path in a key is filled in first, so that an address is what the browser asks for. One `*` in it
 * matches any text: `/api/tables/*` is everything about tables, `/api/workflows/${id}/*` what lies below one
 * workflow, and `/api/workflows/` only the lists.
 */
export function cachedAt(...addresses: string[]) {
  const patterns = addresses.map((address) => address.split("*"));
  const predicate = ({ queryKey }: { queryKey: QueryKey }) => {
    const address = addressOf(queryKey);
    return patterns.some(([head = "", tail]) =>
      tail === undefined ? address === head : address.startsWith(head) && address.endsWith(tail),
    );
  };
  return { predicate };
}

/** Read again what a change may have made stale; resolves once what is on the screen is new. */
export function useRefresh(): (...addresses: string[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback((...addresses) => client.invalidateQueries(cachedAt(...addresses)), [client]);
}

type Init = { params?: { path?: Record<string, unknown> } };

function addressOf([, path, init]: QueryKey): string {
  const values = (init as Init | undefined)?.params?.path ?? {};
  return String(path).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
