/** Sharing: members of workflows and agents, and items shared with the current user. */

import { server } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { Member, MemberKind, MembersOf, SharedKind, SharedThing } from "@/api/types";

/** Items shared with the user, those not added first. */
export const useSharedWithMe = (): readonly SharedThing[] =>
  server.useQuery("get", "/api/shared-with-me/").data ?? [];

/** The name of something that a workflow names by its id, or by its id as a tool, and that is in no list of one's own. */
export function useSharedName(): (id: string) => string | undefined {
  const things = useSharedWithMe();
  return (id) => things.find((thing) => thing.id === id || thing.tool_id === id)?.name;
}

/** Kinds that are shared with single people, who have roles there. */
export const isOfMembers = (kind: SharedKind): kind is MemberKind => kind === "workflow" || kind === "agent";

export function useMembers({ kind, id }: MembersOf) {
  const workflow = server.useQuery("get", "/api/workflows/{workflow_id}/members/", at({ workflow_id: id }), {
    enabled: kind === "workflow",
  });
  const agent = server.useQuery("get", "/api/agents/{agent_id}/members/", at({ agent_id: id }), {
    enabled: kind === "agent",
  });
  return kind === "workflow" ? workflow : agent;
}

/** Changes of the people of a workflow or an agent. */
export function memberRequests({ kind, id }: MembersOf) {
  const ofWorkflow = at({ workflow_id: id });
  const ofAgent = at({ agent_id: id });
  const isWorkflow = kind === "workflow";
  return {
    set: (body: Pick<Member, "username" | "role">) =>
      isWorkflow
        ? ask("post", "/api/workflows/{workflow_id}/members/", { ...ofWorkflow, body })
        : ask("post", "/api/agents/{agent_id}/members/", { ...ofAgent, body }),
    remove: (username: string) =>
      isWorkflow
        ? ask("delete", "/api/workflows/{workflow_id}/members/", at({ workflow_id: id }, { username }))
        : ask("delete", "/api/agents/{agent_id}/members/", at({ agent_id: id }, { username })),
    handOn: (username: string) =>
      isWorkflow
        ? ask("put", "/api/workflows/{workflow_id}/owner/", { ...ofWorkflow, body: { username } })
        : ask("put", "/api/agents/{agent_id}/owner/", { ...ofAgent, body: { username } }),
  };
}
