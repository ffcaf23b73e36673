import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./editor.module.css";

/** Keeps the places of the editor while it is being loaded. */
export function EditorSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.frame} role="status" aria-label={t("loading")}>
      <div className={classes.bar}>
        <Skeleton width={28} height={28} />
        <Skeleton width={220} height={18} />
        <span className={classes.space} />
        <Skeleton width={110} height={28} />
        <Skeleton width={76} height={28} />
      </div>
      <div className={classes.waiting}>
        <Skeleton width={248} height={96} radius="lg" />
        <Skeleton width={248} height={96} radius="lg" />
        <Skeleton width={248} height={96} radius="lg" />
      </div>
    </div>
  );
}
