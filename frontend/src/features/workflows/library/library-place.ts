/** Current folder and filters, kept in the address for links and history. */

import { TRIGGER_TYPES } from "@/api/rules.gen";
import type { WorkflowFilter } from "@/api/workflows";
import { type Period, readPeriod } from "@/components/list-filter/period";

export type LibraryPlace = {
  /** Without what belongs to others. */
  mine: boolean;
  favourites: boolean;
  /** A path such as `Sales/Leads`; empty: wherever they are. */
  folder: string;
  /** All of them must be there. */
  tags: string[];
};

export const EVERYWHERE: LibraryPlace = { mine: false, favourites: false, folder: "", tags: [] };

export function readPlace(params: URLSearchParams): LibraryPlace {
  return {
    mine: params.get("owner") === "me",
    favourites: params.has("favourites"),
    folder: params.get("folder") ?? "",
    tags: [...new Set(params.getAll("tag"))],
  };
}

/** The filter in every place: days of the last change, a trigger, and the id of an owner. */
export type LibraryFilter = Period & Pick<WorkflowFilter, "trigger" | "owner">;

export function readLibraryFilter(params: URLSearchParams): LibraryFilter {
  const trigger = TRIGGER_TYPES.find((known) => known === params.get("trigger"));
  const owner = /^[1-9]\d{0,17}$/.exec(params.get("owner") ?? "")?.[0];
  return { ...(trigger && { trigger }), ...(owner && { owner }), ...readPeriod(params) };
}

/**
 * The address of a place, to be added to a page or to be the query of the present one.
 *
 * @param here The present parameters: what was searched and filtered stays.
 */
export function placeQuery(
  { mine, favourites, folder, tags }: LibraryPlace,
  here = new URLSearchParams(),
): string {
  const { owner, ...filter } = readLibraryFilter(here);
  const search = here.get("search");
  const kept = Object.entries({ ...filter, ...(search && { search }), ...(owner && !mine && { owner }) });
  const parts = [
    ...(mine ? ["owner=me"] : []),
    ...(favourites ? ["favourites"] : []),
    ...(folder ? [`folder=${encodeURIComponent(folder)}`] : []),
    ...tags.map((tag) => `tag=${encodeURIComponent(tag)}`),
    ...kept.map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ];
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

export function isEverywhere({ mine, favourites, folder, tags }: LibraryPlace): boolean {
  return !mine && !favourites && folder === "" && tags.length === 0;
}

/** The same place with one tag more, or without it. */
export function withTag(place: LibraryPlace, tag: string): LibraryPlace {
  const others = place.tags.filter((one) => !isSameTag(one, tag));
  return { ...place, tags: others.length < place.tags.length ? others : [...others, tag] };
}

export function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
