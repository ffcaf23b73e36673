import { useState } from "react";

/** What a list has gained and lost since it was first seen here; `names` is undefined until then. */
export function useListChanges(names: readonly string[] | undefined): { added: string[]; removed: string[] } {
  const [first, setFirst] = useState(names);
  if (first === undefined && names !== undefined) setFirst(names);
  if (!first || !names) return { added: [], removed: [] };
  return {
    added: names.filter((name) => !first.includes(name)),
    removed: first.filter((name) => !names.includes(name)),
  };
}
