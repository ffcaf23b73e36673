import { useRef } from "react";
import { useWorkflowPeople } from "@/api/queries/comments";
import type { Commenter } from "@/api/types";

/**
 * People matching the text after an `@` (null: nothing), and the user names of all offered so far: a name typed in full
 * counts as a picked one.
 */
export function usePeople(workflowId: string, typed: string | null, known: readonly Commenter[] = []) {
  const usernames = useRef(new Set(known.map(({ username }) => username)));
  const offered = useWorkflowPeople(workflowId, typed).data ?? [];
  for (const { username } of offered) usernames.current.add(username);
  return { offered: typed === null ? [] : offered, usernames: usernames.current };
}
