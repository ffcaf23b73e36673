/** Sharing: members of a workflow, and items shared with the current user. */

import { server } from "@/api/cache";
import { at } from "@/api/http";
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

const useAllShared = (): readonly SharedThing[] => server.useQuery("get", "/api/shared-with-me/").data ?? [];

export const useMembers = (workflow: string) =>
  server.useQuery("get", "/api/workflows/{workflow_id}/members/", at({ workflow_id: workflow }));
