/** Alert rules for failing runs: of one workflow, or with null of all. */

import type { Signal } from "@/api/calls/paging";
import { dataOf, done, http } from "@/api/http";
import type * as T from "@/api/types";

const rule = (id: string) => ({ params: { path: { alert_rule_id: id } } });
const workflow = (id: string) => ({ path: { workflow_id: id } });

export const alerts = {
  list: (of: string | null, signal?: Signal) =>
    dataOf<T.AlertRule[]>(() =>
      of === null
        ? http.GET("/api/alert-rules/", { signal })
        : http.GET("/api/workflows/{workflow_id}/alert-rules/", { params: workflow(of), signal }),
    ),
  create: (of: string | null, body: T.AlertRuleDraft) =>
    dataOf<T.AlertRule>(() =>
      of === null
        ? http.POST("/api/alert-rules/", { body })
        : http.POST("/api/workflows/{workflow_id}/alert-rules/", { params: workflow(of), body }),
    ),
  update: (id: string, body: T.AlertRulePatch) =>
    dataOf<T.AlertRule>(() => http.PATCH("/api/alert-rules/{alert_rule_id}/", { ...rule(id), body })),
  remove: (id: string) => done(() => http.DELETE("/api/alert-rules/{alert_rule_id}/", rule(id))),
  /** Sends a message as if a run had failed. */
  test: (id: string) => done(() => http.POST("/api/alert-rules/{alert_rule_id}/test/", rule(id))),
};
