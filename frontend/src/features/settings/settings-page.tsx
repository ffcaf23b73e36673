import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, Outlet, useLocation } from "react-router";
import { Icon } from "@/components/icon";
import { Page } from "@/components/page";
import { settingsSectionsOf } from "@/components/places";
import classes from "@/features/settings/settings.module.css";
import { useUser } from "@/hooks/use-user";
import { useMatrixDraft } from "@/stores/matrix-draft";

export function SettingsPage() {
  const { t } = useTranslation("settings");
  const shown = settingsSectionsOf(useUser());
  const unsaved = useMatrixDraft(({ count }) => count);
  const { pathname } = useLocation();
  const sections = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the section that is shown goes with the address
  useEffect(() => {
    // On a phone they are a row that scrolls.
    sections.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  const administration = shown.filter(({ isAdministration }) => isAdministration);
  const link = ({ id, icon }: (typeof shown)[number]) => (
    <NavLink key={id} to={`/settings/${id}`} className={classes.section}>
      <Icon name={icon} />
      {t(`${id}.title`)}
      {id === "permissions" && unsaved > 0 && (
        <span className={classes.unsaved} role="img" aria-label={t("unsaved")} title={t("unsaved")} />
      )}
    </NavLink>
  );
  return (
    <Page title={t("title")}>
      <div className={classes.layout}>
        <nav ref={sections} className={classes.sections} aria-label={t("title")}>
          {shown.filter(({ isAdministration }) => !isAdministration).map(link)}
          {administration.length > 0 && <h2 className={classes.heading}>{t("administration")}</h2>}
          {administration.map(link)}
        </nav>
        <div
          className={classes.content}
          data-wide={administration.some(({ id }) => pathname.startsWith(`/settings/${id}`)) || undefined}
        >
          <Outlet />
        </div>
      </div>
    </Page>
  );
}
