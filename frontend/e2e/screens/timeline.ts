/** The timeline of a run, in the dock and on the run's page. */

import type { Locator } from "@playwright/test";

/** Its rows, without the names of the columns. */
export function timelineRows(within: Locator): Locator {
  return within.getByRole("treegrid", { name: "Trace" }).locator("tbody").getByRole("row");
}
