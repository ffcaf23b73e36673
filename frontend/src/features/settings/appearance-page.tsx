import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "@/components/section";
import { THEMES } from "@/components/themes";
import classes from "@/features/settings/settings.module.css";
import { changeLanguage, currentLanguage, LANGUAGES, languageName } from "@/i18n";

export function AppearancePage() {
  const { t } = useTranslation("settings");
  const common = useTranslation().t;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chooseTheme = (value: string) => setColorScheme(THEMES.find(({ id }) => id === value)?.id ?? "auto");
  const chooseLanguage = (value: string) => void changeLanguage(value);
  return (
    <Section title={t("appearance.title")} text={t("appearance.text")}>
      <div className={classes.choice}>
        <h3 className={classes.choiceTitle}>{common("nav.language")}</h3>
        <SegmentedControl
          aria-label={common("nav.language")}
          value={currentLanguage()}
          onChange={chooseLanguage}
          data={LANGUAGES.map((language) => ({ value: language, label: languageName(language) }))}
        />
      </div>
      <div className={classes.choice}>
        <h3 className={classes.choiceTitle}>{common("nav.theme")}</h3>
        <SegmentedControl
          aria-label={common("nav.theme")}
          value={colorScheme}
          onChange={chooseTheme}
          data={THEMES.map(({ id, label }) => ({ value: id, label: common(label) }))}
        />
      </div>
    </Section>
  );
}
