import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { sessionQuery } from "@/api/queries/session";
import { graphQuery, nodeTypesQuery, workflowQuery } from "@/api/queries/workflows";

/** Time that a prefetched graph waits for its editor, which comes over the same network. */
const HELD_MS = 10_000;

/**
 * Asks for all that an editor begins with while its code is still on its way: with 1,000 nodes a third of the time until
 * the first card is there. What fails is asked for again by the screen, which shows why.
 */
export async function prefetchEditor(client: QueryClient, id: string): Promise<void> {
  const session = await client.ensureQueryData(sessionQuery).catch(() => null);
  if (!session?.user) return;
  void client.prefetchQuery(nodeTypesQuery);
  void client.prefetchQuery(workflowQuery(id));
  // A graph without an observer is dropped at once, so that no editor begins with an old one.
  setTimeout(
    new QueryObserver(client, graphQuery(id)).subscribe(() => {}),
    HELD_MS,
  );
}
