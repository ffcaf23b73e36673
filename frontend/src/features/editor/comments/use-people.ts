import { useRef } from "react";
import { useWorkflowPeople } from "@/api/queries/comments";
import type { Commenter } from "@/api/types";

/**
 * Who fits what is typed behind an `@` (null: nothing), and the user names of all who were offered so far: a name that
 * is typed to its end counts as much as one that is picked.
 */
export function usePeople(workflowId: string, typed: string | null, known: readonly Commenter[] = []) {
  const usernames = useRef(new Set(known.map(({ username }) => username)));
  const offered = useWorkflowPeople(workflowId, typed).data ?? [];
  for (const { username } of offered) usernames.current.add(username);
  return { offered: typed === null ? [] : offered, usernames: usernames.current };
}
