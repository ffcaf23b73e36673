/** Cached reads of what people share. */

import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { SharedKind, SharedThing } from "@/api/types";

/** Items shared with the user, those not added first. */
export function useSharedWithMe(kind: SharedKind): readonly SharedThing[] {
  return useAllShared().filter((thing) => thing.kind === kind);
}

/** The name of something that a workflow names by its id, or by its id as a tool, and that is in no list of one's own. */
export function useSharedName(): (id: string) => string | undefined {
  const things = useAllShared();
  return (id) => things.find((thing) => thing.id === id || thing.tool_id === id)?.name;
}

function useAllShared(): readonly SharedThing[] {
  const query = useQuery({
    queryKey: queryKeys.sharedWithMe,
    queryFn: ({ signal }) => api.sharing.withMe(signal),
  });
  return query.data ?? [];
}

export function useMembers(workflow: string) {
  return useQuery({
    queryKey: queryKeys.members(workflow),
    queryFn: ({ signal }) => api.sharing.members(workflow, signal),
  });
}
