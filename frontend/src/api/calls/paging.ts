import type { operations } from "@/api/schema.gen";

export type Signal = AbortSignal | undefined;

type ListOperation =
  | "agent_list"
  | "comment_list"
  | "comment_thread_list"
  | "inbox_list"
  | "conversation_list"
  | "workflow_list"
  | "run_list"
  | "trigger_list"
  | "submission_list"
  | "delivery_list"
  | "tool_invocations_list"
  | "version_list";

/** Filters of a list; the first page has no cursor. */
export type PageFilter<Operation extends ListOperation> = Omit<
  NonNullable<operations[Operation]["parameters"]["query"]>,
  "cursor"
> & { cursor?: string | null };

export const paged = <Query extends { cursor?: string | null }>({ cursor, ...narrow }: Query) => ({
  query: { ...narrow, cursor: cursor ?? undefined },
});
