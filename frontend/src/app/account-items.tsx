import { Menu, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { User } from "@/api/types";
import classes from "@/app/rail.module.css";
import { Icon } from "@/components/icon";
import { MenuItem } from "@/components/menu-item";
import { THEMES } from "@/components/themes";
import { useSignOut } from "@/hooks/use-sign-out";
import { changeLanguage, LANGUAGES, languageName } from "@/i18n";

/** The person who is signed in, and what they may choose for themselves, in a menu. */
export function AccountItems({ user }: { user: User }) {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const mark = (on: boolean) => (on ? <Icon name="check" size={14} /> : null);
  return (
    <>
      <div className={classes.person}>{user.username}</div>
      <Menu.Divider />
      <Menu.Label>{t("nav.theme")}</Menu.Label>
      {THEMES.map(({ id, icon, label }) => (
        <Menu.Item
          key={id}
          leftSection={<Icon name={icon} />}
          rightSection={mark(colorScheme === id)}
          onClick={() => setColorScheme(id)}
        >
          {t(label)}
        </Menu.Item>
      ))}
      <Menu.Label>{t("nav.language")}</Menu.Label>
      {LANGUAGES.map((language) => (
        <Menu.Item
          key={language}
          lang={language}
          rightSection={mark(i18n.language === language)}
          onClick={() => void changeLanguage(language)}
        >
          {languageName(language)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <MenuItem icon="logout" label={t("nav.signOut")} onClick={() => signOut.mutate()} />
    </>
  );
}
