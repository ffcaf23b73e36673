/** Sharing: members of a workflow, and items shared with the user. */

import type { Signal } from "@/api/calls/paging";
import { dataOf, done, http } from "@/api/http";
import type * as T from "@/api/types";

const workflow = (id: string) => ({ path: { workflow_id: id } });
const thing = ({ kind, id }: T.SharedKey) => ({ path: { kind, thing_id: id } });

export const sharing = {
  withMe: (signal?: Signal) => dataOf<T.SharedThing[]>(() => http.GET("/api/shared-with-me/", { signal })),
  /** It enters one's lists, and where it is offered over MCP the list of one's agents. */
  takeUp: (key: T.SharedKey) =>
    done(() => http.PUT("/api/shared-with-me/{kind}/{thing_id}/", { params: thing(key) })),
  /** Taken up or not; of a workflow one's role ends with it. */
  leave: (key: T.SharedKey) =>
    done(() => http.DELETE("/api/shared-with-me/{kind}/{thing_id}/", { params: thing(key) })),
  members: (id: string, signal?: Signal) =>
    dataOf<T.Member[]>(() =>
      http.GET("/api/workflows/{workflow_id}/members/", { params: workflow(id), signal }),
    ),
  setMember: (id: string, body: T.MemberDraft) =>
    dataOf<T.Member>(() =>
      http.POST("/api/workflows/{workflow_id}/members/", { params: workflow(id), body }),
    ),
  removeMember: (id: string, username: string) =>
    done(() =>
      http.DELETE("/api/workflows/{workflow_id}/members/", {
        params: { ...workflow(id), query: { username } },
      }),
    ),
};
