import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";

type Props = { /** Usual number of rows of the list. */ rows?: number; rowHeight?: number };

const WIDTHS = ["100%", "94%", "97%", "90%"];

export function PageSkeleton({ rows = 5, rowHeight = 44 }: Props) {
  const { t } = useTranslation();
  const places = Array.from({ length: rows }, (_, row) => `row-${row}`);
  return (
    <div role="status" aria-label={t("loading")}>
      {places.map((place, row) => (
        <Skeleton key={place} height={rowHeight} width={WIDTHS[row % WIDTHS.length]} mb={8} radius="md" />
      ))}
    </div>
  );
}
