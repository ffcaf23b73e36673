import { useState } from "react";

/** Items added to and removed from a list since it was first shown; `names` is undefined until loaded. */
export function useListChanges(names: readonly string[] | undefined): { added: string[]; removed: string[] } {
  const [first, setFirst] = useState(names);
  if (first === undefined && names !== undefined) setFirst(names);
  if (!first || !names) return { added: [], removed: [] };
  return {
    added: names.filter((name) => !first.includes(name)),
    removed: first.filter((name) => !names.includes(name)),
  };
}
