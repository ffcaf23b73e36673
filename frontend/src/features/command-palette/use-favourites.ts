import { useTranslation } from "react-i18next";
import { useWorkflows } from "@/api/queries/workflows";
import { useGoTo } from "@/features/command-palette/use-go-to";
import type { PaletteSection } from "@/stores/command-palette-store";

/** One's favourite workflows, found by name, folder and tags. */
export function useFavourites(): PaletteSection {
  const { t } = useTranslation("command-palette");
  const goTo = useGoTo();
  const favourites = useWorkflows({ favourite: true }).data?.pages[0]?.results ?? [];
  return {
    group: t("favourites"),
    actions: favourites.map(({ id, name, folder, tags }) =>
      goTo(`/workflows/${id}`, name, "star-filled", [folder, ...tags]),
    ),
  };
}
