/** Conversations with agents and workflows, of their owners and of visitors with a link. */

import { keepPreviousData } from "@tanstack/react-query";
import { CATALOGUE, paging, server } from "@/api/cache";
import { at } from "@/api/http";
import type { Partner } from "@/api/partner";

type Part = "chat" | "conversations" | "shares";

/** Address and path of a part of a partner. Agents and workflows have the same operations; the types are the agent's. */
export function partnerAt<Name extends Part>(partner: Partner, part: Name) {
  const path = `/api/agents/{agent_id}/${part}/` as const;
  if (partner.kind === "agent") return { path, params: { path: { agent_id: partner.slug } } };
  const { workflow, node, draft = false } = partner;
  return {
    path: `/api/workflows/{workflow_id}/triggers/{node_key}/${part}/` as unknown as typeof path,
    params: {
      path: { workflow_id: workflow, node_key: node } as unknown as { agent_id: string },
      ...(part === "chat" && { query: { draft } as unknown as undefined }),
    },
  };
}

export function useChatPartner(partner: Partner) {
  const { path, params } = partnerAt(partner, "chat");
  return server.useQuery("get", path, { params });
}

/** `tests` are those that try the partner out, instead of the others. */
export function useConversations(partner: Partner, query: { search?: string; tests?: boolean }) {
  const { path, params } = partnerAt(partner, "conversations");
  const options = { placeholderData: keepPreviousData, ...paging };
  return server.useInfiniteQuery("get", path, { params: { ...params, query } }, options);
}

export const useConversation = (id: string) =>
  server.useQuery("get", "/api/conversations/{conversation_id}/", at({ conversation_id: id }));

export function useShares(partner: Partner) {
  const { path, params } = partnerAt(partner, "shares");
  return server.useQuery("get", path, { params });
}

export const useShared = (token: string) =>
  server.useQuery("get", "/api/shared/{token}/", at({ token }), CATALOGUE);

export const useSharedConversation = (token: string, id: string | null) =>
  server.useQuery(
    "get",
    "/api/shared/{token}/conversations/{conversation_id}/",
    at({ token, conversation_id: id ?? "" }),
    { enabled: id !== null },
  );
