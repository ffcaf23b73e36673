import { type QueryClient, QueryObserver, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Location, matchRoutes, type RouteObject, useLocation, useRoutes } from "react-router";
import { sessionQuery } from "@/api/session";
import { graphQuery, nodeTypesQuery, workflowQuery } from "@/api/workflows";
import { EDITOR } from "@/app/routes";
import { ScreenLoading } from "@/app/shell";
import { isLazy, type LazyComponent } from "@/components/lazy-component";

/** Time for which a prefetched graph is kept while the editor code loads. */
const HELD_MS = 10_000;

type Props = { routes: RouteObject[] };

/** The screens of the address. The former ones stay until the code of the new ones is there. */
export function Screens({ routes }: Props) {
  const queryClient = useQueryClient();
  const location = useLocation();
  const [shown, setShown] = useState(location);
  // At once where nothing is missing: a field that writes into the address would lose its caret.
  const isReady = lazyScreens(routes, location).every((screen) => screen.isLoaded());
  if (isReady && shown !== location) setShown(location);
  useEffect(() => {
    if (shown === location) return;
    let isCurrent = true;
    void prefetchScreens(routes, location, queryClient).then(() => isCurrent && setShown(location));
    return () => {
      isCurrent = false;
    };
  }, [routes, location, shown, queryClient]);
  const screens = useRoutes(routes, shown);
  return <ScreenLoading value={shown !== location}>{screens}</ScreenLoading>;
}

/** Fetches what an address shows, side by side; code that fails to come is the business of its screen. */
export async function prefetchScreens(
  routes: RouteObject[],
  location: Pick<Location, "pathname">,
  queryClient: QueryClient,
): Promise<void> {
  const editor = matchRoutes(routes, location)?.find(({ route }) => route.path === EDITOR);
  if (editor?.params.id) void prefetchEditor(queryClient, editor.params.id);
  await Promise.allSettled(lazyScreens(routes, location).map((screen) => screen.preload()));
}

function lazyScreens(routes: RouteObject[], location: Pick<Location, "pathname">): LazyComponent[] {
  const matches = matchRoutes(routes, location) ?? [];
  return matches.flatMap(({ route }) => (isLazy(route.Component) ? [route.Component] : []));
}

/**
 * Asks for all that an editor begins with while its code is still on its way: with 1,000 nodes a third of the time until
 * the first card is there. What fails is asked for again by the screen, which shows why.
 */
async function prefetchEditor(client: QueryClient, id: string): Promise<void> {
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
