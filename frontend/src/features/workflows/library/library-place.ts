/** Current folder and filters, kept in the address for links and history. */

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

/** The address of a place, to be added to a page or to be the query of the present one. */
export function placeQuery({ mine, favourites, folder, tags }: LibraryPlace): string {
  const parts = [
    ...(mine ? ["owner=me"] : []),
    ...(favourites ? ["favourites"] : []),
    ...(folder ? [`folder=${encodeURIComponent(folder)}`] : []),
    ...tags.map((tag) => `tag=${encodeURIComponent(tag)}`),
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
