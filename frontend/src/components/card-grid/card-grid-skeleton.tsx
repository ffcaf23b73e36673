import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "@/components/card-grid/card-grid.module.css";

const PLACES = ["a", "b", "c", "d", "e", "f"];

export function CardGridSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.grid} role="status" aria-label={t("loading")}>
      {PLACES.map((place) => (
        <Skeleton key={place} height={132} radius="lg" />
      ))}
    </div>
  );
}
