/** People, their roles, and open account links, for those who administer them. */

import { keepPreviousData } from "@tanstack/react-query";
import { paging, server } from "@/api/cache";
import { at } from "@/api/http";
import type { QueryOf } from "@/api/types";

export function usePeople(query: QueryOf<"people_index"> = {}) {
  const options = { placeholderData: keepPreviousData, ...paging };
  return server.useInfiniteQuery("get", "/api/people/", { params: { query } }, options);
}

export const useRoles = () => server.useQuery("get", "/api/people/roles/");

/** Invitations and password links that can still be used. */
export const useOpenLinks = () => server.useQuery("get", "/api/people/links/");

/** Work that pauses when a person is deactivated. */
export const useLeaving = (id: number) =>
  server.useQuery("get", "/api/people/{person_id}/leaving/", at({ person_id: id }), { gcTime: 0 });
