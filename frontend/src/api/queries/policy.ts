/** How long cached reads hold, and how lists go on. Writes are mutations in the features; they refresh by `queryKeys`. */

import { cursorOf } from "@/api/http";
import type { ResultPage } from "@/api/types";

/** Catalogues change only when the server is upgraded. */
export const CATALOGUE = { staleTime: Number.POSITIVE_INFINITY };

/** How a list that comes in pages goes on. */
export const paging = {
  initialPageParam: cursorOf(null),
  getNextPageParam: (page: ResultPage<unknown>) => cursorOf(page.next),
};
