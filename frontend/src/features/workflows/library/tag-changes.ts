import type { WorkflowSummary } from "@/api/types";
import { isSameTag } from "@/features/workflows/library/library-place";

/** The tags that all of the workflows have. */
export function commonTags(workflows: readonly WorkflowSummary[]): string[] {
  const [first, ...others] = workflows;
  return (first?.tags ?? []).filter((tag) =>
    others.every((workflow) => workflow.tags.some((one) => isSameTag(one, tag))),
  );
}

/** Changes between two tag lists; undefined if equal. */
export function tagChanges(before: readonly string[], after: readonly string[]) {
  const isNew = (tag: string) => !before.some((one) => isSameTag(one, tag));
  const isGone = (tag: string) => !after.some((one) => isSameTag(one, tag));
  return { add_tags: after.filter(isNew), remove_tags: before.filter(isGone) };
}
