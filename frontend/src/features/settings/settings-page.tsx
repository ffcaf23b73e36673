import { useTranslation } from "react-i18next";
import { NavLink, Outlet } from "react-router";
import { Icon } from "@/components/icon";
import { Page } from "@/components/page";
import { SETTINGS_SECTIONS } from "@/components/places";
import classes from "@/features/settings/settings.module.css";

export function SettingsPage() {
  const { t } = useTranslation("settings");
  return (
    <Page title={t("title")}>
      <div className={classes.layout}>
        <nav className={classes.sections} aria-label={t("title")}>
          {SETTINGS_SECTIONS.map(({ id, icon }) => (
            <NavLink key={id} to={`/settings/${id}`} className={classes.section}>
              <Icon name={icon} />
              {t(`${id}.title`)}
            </NavLink>
          ))}
        </nav>
        <div className={classes.content}>
          <Outlet />
        </div>
      </div>
    </Page>
  );
}
