import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

type Props = { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } };

/** The end of a paged list. */
export function LoadMore({ query }: Props) {
  const { t } = useTranslation();
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      mt="md"
      loading={query.isFetchingNextPage}
      onClick={() => query.fetchNextPage()}
    >
      {t("action.loadMore")}
    </Button>
  );
}
