/** Conversations with agents and workflows, of their owners and of visitors with a link. */

import { type PageFilter, paged, type Signal } from "@/api/calls/paging";
import { dataOf, done, http } from "@/api/http";
import type { Partner } from "@/api/partner";
import type * as T from "@/api/types";

type Agent = Extract<Partner, { kind: "agent" }>;
type Page = Extract<Partner, { kind: "workflow" }>;

const agentPath = ({ slug }: Agent) => ({ path: { agent_id: slug } });
const pagePath = ({ workflow, node }: Page) => ({ path: { workflow_id: workflow, node_key: node } });
const conversationPath = (id: string) => ({ path: { conversation_id: id } });

export const chat = {
  partner: (partner: Partner, signal?: Signal) =>
    dataOf<T.ChatPartner>(() =>
      partner.kind === "agent"
        ? http.GET("/api/agents/{agent_id}/chat/", { params: agentPath(partner), signal })
        : http.GET("/api/workflows/{workflow_id}/triggers/{node_key}/chat/", {
            params: { ...pagePath(partner), query: { draft: partner.draft ?? false } },
            signal,
          }),
    ),
  list: (partner: Partner, query: PageFilter<"conversation_list">, signal?: Signal) =>
    dataOf<T.ResultPage<T.ConversationSummary>>(() =>
      partner.kind === "agent"
        ? http.GET("/api/agents/{agent_id}/conversations/", {
            params: { ...agentPath(partner), ...paged(query) },
            signal,
          })
        : http.GET("/api/workflows/{workflow_id}/triggers/{node_key}/conversations/", {
            params: { ...pagePath(partner), ...paged(query) },
            signal,
          }),
    ),
  create: (partner: Partner, { is_test }: { is_test: boolean }) => {
    const body = { title: "", is_test };
    return dataOf<T.Conversation>(() =>
      partner.kind === "agent"
        ? http.POST("/api/agents/{agent_id}/conversations/", { params: agentPath(partner), body })
        : http.POST("/api/workflows/{workflow_id}/triggers/{node_key}/conversations/", {
            params: pagePath(partner),
            body,
          }),
    );
  },
  get: (id: string, signal?: Signal) =>
    dataOf<T.Conversation>(() =>
      http.GET("/api/conversations/{conversation_id}/", { params: conversationPath(id), signal }),
    ),
  update: (id: string, body: { title?: string; deleted?: boolean }) =>
    dataOf<T.ConversationSummary>(() =>
      http.PATCH("/api/conversations/{conversation_id}/", { params: conversationPath(id), body }),
    ),
  /** Say something, or ask once more. */
  send: (id: string, body: T.TurnDraft) =>
    dataOf<T.Turn>(() =>
      http.POST("/api/conversations/{conversation_id}/turns/", {
        params: conversationPath(id),
        body: { files: [], key: "", ...body },
      }),
    ),
  judge: (id: string, body: { value: -1 | 0 | 1; comment?: string }) =>
    dataOf<T.Turn>(() =>
      http.POST("/api/turns/{turn_id}/feedback/", {
        params: { path: { turn_id: id } },
        body: { comment: "", ...body },
      }),
    ),
  /** Conversation variables as of a turn. */
  variables: (id: string, signal?: Signal) =>
    dataOf<T.PersistentVariables>(() =>
      http.GET("/api/turns/{turn_id}/variables/", { params: { path: { turn_id: id } }, signal }),
    ),
  changeVariables: (id: string, values: T.JsonObject) =>
    dataOf<T.PersistentVariables>(() =>
      http.PATCH("/api/turns/{turn_id}/variables/", { params: { path: { turn_id: id } }, body: { values } }),
    ),
  shares: (partner: Partner, signal?: Signal) =>
    dataOf<T.ResultPage<T.ChatShare>>(() =>
      partner.kind === "agent"
        ? http.GET("/api/agents/{agent_id}/shares/", { params: agentPath(partner), signal })
        : http.GET("/api/workflows/{workflow_id}/triggers/{node_key}/shares/", {
            params: pagePath(partner),
            signal,
          }),
    ),
  /** The answer is the only place that ever holds the link's token. */
  share: (partner: Partner, body: T.ChatShareDraft) =>
    dataOf<T.NewChatShare>(() =>
      partner.kind === "agent"
        ? http.POST("/api/agents/{agent_id}/shares/", { params: agentPath(partner), body })
        : http.POST("/api/workflows/{workflow_id}/triggers/{node_key}/shares/", {
            params: pagePath(partner),
            body,
          }),
    ),
  changeShare: (id: number, body: T.ChatShareChange) =>
    dataOf<T.ChatShare>(() =>
      http.PATCH("/api/shares/{share_id}/", { params: { path: { share_id: id } }, body }),
    ),
  revoke: (id: number) =>
    done(() => http.DELETE("/api/shares/{share_id}/", { params: { path: { share_id: id } } })),
  shared: (token: string, signal?: Signal) =>
    dataOf<T.Shared>(() => http.GET("/api/shared/{token}/", { params: { path: { token } }, signal })),
  beginShared: (token: string) =>
    dataOf<T.SharedConversation>(() =>
      http.POST("/api/shared/{token}/conversations/", { params: { path: { token } } }),
    ),
  sharedConversation: (token: string, id: string, signal?: Signal) =>
    dataOf<T.SharedConversation>(() =>
      http.GET("/api/shared/{token}/conversations/{conversation_id}/", {
        params: { path: { token, conversation_id: id } },
        signal,
      }),
    ),
  sendShared: (token: string, id: string, body: T.SharedMessage) =>
    dataOf<T.SharedTurn>(() =>
      http.POST("/api/shared/{token}/conversations/{conversation_id}/", {
        params: { path: { token, conversation_id: id } },
        body,
      }),
    ),
  /** Answer what the agent asks; null declines. */
  answerShared: (token: string, id: string, question: number, answer: string | null) =>
    dataOf<T.SharedTurn>(() =>
      http.POST("/api/shared/{token}/conversations/{conversation_id}/questions/{wait_id}/answer/", {
        params: { path: { token, conversation_id: id, wait_id: question } },
        body: { answer },
      }),
    ),
};
