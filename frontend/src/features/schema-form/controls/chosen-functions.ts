/** The choice among the functions of a tool; an empty one stands for all, also those that come later. Pure. */

/** The choice after a switch was turned: the first switch that goes off names all the others. */
export function chosenAfter(chosen: readonly string[], listed: readonly string[], turned: string): string[] {
  if (chosen.length === 0) return listed.filter((name) => name !== turned);
  return chosen.includes(turned) ? chosen.filter((name) => name !== turned) : [...chosen, turned];
}
