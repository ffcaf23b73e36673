/** Order of the command palette: the best fit first, whatever group it is in. */

import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";

const FAVOURITES_SHOWN = 5;

type SpotlightActions = SpotlightActionData | SpotlightActionGroupData;

/**
 * Keep what fits the query; groups and their entries are ordered by how well they fit. Without one the first entries of
 * the first group, one's favourites, and all of the second are kept.
 */
export function rankActions(query: string, groups: readonly SpotlightActions[]): SpotlightActions[] {
  const wanted = query.trim().toLowerCase();
  const [favourites, next, ...others] = groups.filter(isGroup);
  if (!favourites || !next) return [];
  if (!wanted) {
    const first = { ...favourites, actions: favourites.actions.slice(0, FAVOURITES_SHOWN) };
    return [first, next].filter(({ actions }) => actions.length > 0);
  }
  return [favourites, next, ...others]
    .map(({ group, actions }) => {
      const found = actions
        .map((action) => ({ action, score: scoreOf(action, wanted) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score);
      return { group, actions: found.map(({ action }) => action), best: found[0]?.score ?? 0 };
    })
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best);
}

function isGroup(entry: SpotlightActions): entry is SpotlightActionGroupData {
  return "group" in entry && "actions" in entry;
}

function scoreOf({ label = "", keywords = [] }: SpotlightActionData, wanted: string): number {
  const words = typeof keywords === "string" ? [keywords] : keywords;
  return Math.max(fitOf(label, wanted) * 2, ...words.map((word) => fitOf(word, wanted)));
}

/** 4 for the whole text, 3 for its beginning, 2 for the beginning of a word, 1 for anywhere. */
function fitOf(text: string, wanted: string): number {
  const lower = text.toLowerCase();
  const at = lower.indexOf(wanted);
  if (at < 0) return 0;
  if (lower === wanted) return 4;
  if (at === 0) return 3;
  return /[\s_/-]/.test(lower[at - 1] ?? "") ? 2 : 1;
}
