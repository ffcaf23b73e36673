import { useTranslation } from "react-i18next";
import { Outlet, useNavigation } from "react-router";
import { Rail } from "@/app/rail";
import classes from "@/app/shell.module.css";
import { late } from "@/components/late";
import { useFinderKey } from "@/features/finder/use-finder-key";
import { useFinder } from "@/stores/finder-store";

const Finder = late(async () => (await import("@/features/finder/finder")).Finder);

/** The frame of every screen: the rail on the left, the screen beside it. */
export function Shell() {
  const { t } = useTranslation();
  const isFinderOpen = useFinder((state) => state.isOpen);
  useFinderKey();
  const isLoading = useNavigation().state === "loading";
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {t("nav.skip")}
      </a>
      <Rail />
      <main id="content" className={classes.content} tabIndex={-1} aria-busy={isLoading}>
        {isLoading && <div className={classes.progress} />}
        <Outlet />
      </main>
      {isFinderOpen && <Finder />}
    </div>
  );
}
