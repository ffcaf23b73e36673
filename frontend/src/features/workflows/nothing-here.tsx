import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "@/components/empty-state";
import type { LibraryPlace } from "@/features/workflows/library/library-place";

type Props = { search: string; place: LibraryPlace };

/** Why no workflow is shown, although there are some. */
export function NothingHere({ search, place }: Props) {
  const { t } = useTranslation("workflows");
  if (search)
    return <EmptyState icon="search" title={t("noMatch.title", { search })} text={t("noMatch.text")} />;
  const [icon, reason] =
    place.tags.length > 0
      ? (["tag", "tags"] as const)
      : place.mine
        ? (["user", "mine"] as const)
        : place.favourites
          ? (["star", "favourites"] as const)
          : (["folder", "folder"] as const);
  return (
    <EmptyState icon={icon} title={t(`nothing.${reason}.title`)} text={t(`nothing.${reason}.text`)}>
      <Button component={Link} to="/workflows" variant="default">
        {t("nothing.all")}
      </Button>
    </EmptyState>
  );
}
