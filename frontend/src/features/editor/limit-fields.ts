import type { WorkflowSettings } from "@/api/types";

export type LimitName = keyof WorkflowSettings;
type LimitField = { name: LimitName; unit?: "s" | "d" | "MB"; decimals?: number };

/** The limits of a workflow as its settings show them; one that is empty is off. */
export const LIMIT_GROUPS: readonly {
  id: "runs" | "history";
  columns: 2 | 3;
  fields: readonly LimitField[];
}[] = [
  {
    id: "runs",
    columns: 2,
    fields: [
      { name: "deadlineS", unit: "s" },
      { name: "maxConcurrentRuns" },
      { name: "budgetTokens" },
      { name: "budgetMoney", decimals: 4 },
    ],
  },
  {
    id: "history",
    columns: 3,
    fields: [
      { name: "historyDays", unit: "d" },
      { name: "historyRuns" },
      { name: "historyMegabytes", unit: "MB" },
    ],
  },
];
