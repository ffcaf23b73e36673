/** Cache lifetimes and pagination. Writes are mutations in the features; they refresh by `queryKeys`. */

import { cursorOf } from "@/api/http";
import type { ResultPage } from "@/api/types";

/** Catalogues change only when the server is upgraded. */
export const CATALOGUE = { staleTime: Number.POSITIVE_INFINITY };

/** Continuation of paged lists. */
export const paging = {
  initialPageParam: cursorOf(null),
  getNextPageParam: (page: ResultPage<unknown>) => cursorOf(page.next),
};
