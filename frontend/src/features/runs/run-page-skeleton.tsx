import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "@/features/runs/run-page.module.css";

export function RunPageSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.page} role="status" aria-label={t("loading")}>
      <div className={classes.header}>
        <Skeleton height={20} width={320} />
      </div>
      <div className={classes.body}>
        <div className={classes.canvas} />
        <div className={classes.trace}>
          <Skeleton height={18} width="60%" m={12} />
          <Skeleton height={18} width="45%" m={12} />
        </div>
        <aside className={classes.detail}>
          <Skeleton height={20} width="50%" mb={12} />
          <Skeleton height={120} />
        </aside>
      </div>
    </div>
  );
}
