/** Completion weighs as much as a tenth of the editor: it is loaded when somebody comes to the first field. */

import { useCallback, useEffect, useRef, useState } from "react";

type Completion = typeof import("./variable-completion");

let loaded: Completion | null = null;

export async function loadCompletion(): Promise<Completion> {
  loaded = await import("./variable-completion");
  return loaded;
}

/** Completion, once it is there; `want` asks for it, and stays the same. */
export function useCompletion(): { completion: Completion | null; want: () => void } {
  const [completion, setCompletion] = useState(() => loaded);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const want = useCallback(() => {
    // Without it the field is a field all the same; the next focus asks again.
    loadCompletion().then(
      (arrived) => isShown.current && setCompletion(arrived),
      () => undefined,
    );
  }, []);
  return { completion, want };
}
