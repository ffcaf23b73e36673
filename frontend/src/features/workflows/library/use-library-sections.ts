import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useLibrary } from "@/api/workflows";
import type { IconName } from "@/components/icons";
import { folderTree, openRows } from "@/features/workflows/library/folder-tree";
import {
  EVERYWHERE,
  isEverywhere,
  isSameTag,
  type LibraryPlace,
  placeQuery,
  withTag,
} from "@/features/workflows/library/library-place";

export type LibraryEntry = {
  id: string;
  to: { search: string };
  label: string;
  icon: IconName;
  level: number;
  count: number;
  isCurrent: boolean;
  /** Target folder of dropped workflows. */
  folder?: string;
};

export type LibrarySection = { title: string | null; entries: LibraryEntry[] };

/** Navigation of the library. Folders replace each other; tags narrow the list. */
export function useLibrarySections(place: LibraryPlace): LibrarySection[] {
  const { t } = useTranslation("workflows");
  const { data: library } = useLibrary();
  const folders = openRows(folderTree(library?.folders ?? []), place.folder);
  const [here] = useSearchParams();
  const to = (there: Partial<LibraryPlace>) => ({ search: placeQuery({ ...EVERYWHERE, ...there }, here) });
  const sections: LibrarySection[] = [
    {
      title: null,
      entries: [
        {
          id: "all",
          to: to({}),
          label: t("library.all"),
          icon: "sitemap",
          level: 0,
          count: library?.count ?? 0,
          isCurrent: isEverywhere(place),
        },
        ...(library && (library.mine < library.count || place.mine)
          ? [
              {
                id: "mine",
                to: to({ mine: true }),
                label: t("library.mine"),
                icon: "user" as const,
                level: 0,
                count: library.mine,
                isCurrent: place.mine,
              },
            ]
          : []),
        {
          id: "favourites",
          to: to({ favourites: true }),
          label: t("library.favourites"),
          icon: "star",
          level: 0,
          count: library?.favourites ?? 0,
          isCurrent: place.favourites,
        },
      ],
    },
    {
      title: t("library.folders"),
      entries: folders.map(({ path, name, level, count }) => ({
        id: `folder:${path}`,
        to: to({ folder: path }),
        label: name,
        icon: "folder",
        level,
        count,
        isCurrent: path === place.folder,
        folder: path,
      })),
    },
    {
      title: t("library.tags"),
      entries: (library?.tags ?? []).map(({ name, count }) => ({
        id: `tag:${name}`,
        to: to(withTag(place, name)),
        label: name,
        icon: "tag",
        level: 0,
        count,
        isCurrent: place.tags.some((one) => isSameTag(one, name)),
      })),
    },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}
