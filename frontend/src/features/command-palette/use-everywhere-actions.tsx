import { useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import { THEMES } from "@/components/themes";
import { useGoTo } from "@/features/command-palette/use-go-to";
import { useSignOut } from "@/hooks/use-sign-out";
import { changeLanguage, LANGUAGES, languageName } from "@/i18n";
import type { PaletteSection } from "@/stores/command-palette-store";

/** Actions of every page; also found by English words in other languages. */
export function useEverywhereActions(): PaletteSection {
  const { t } = useTranslation("command-palette");
  const common = useTranslation().t;
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const goTo = useGoTo();
  return {
    group: t("actions"),
    actions: [
      goTo("/workflows?new", t("newWorkflow"), "plus", ["new workflow", "create"]),
      ...THEMES.map(({ id, icon, label }) => ({
        id: `theme:${id}`,
        label: t("theme", { name: common(label) }),
        keywords: ["switch theme", "colour scheme", id],
        leftSection: <Icon name={icon} size={17} />,
        onClick: () => setColorScheme(id),
      })),
      ...LANGUAGES.map((language) => ({
        id: `language:${language}`,
        label: t("language", { name: languageName(language) }),
        keywords: ["language", language],
        leftSection: <Icon name="language" size={17} />,
        onClick: () => void changeLanguage(language),
      })),
      {
        id: "sign-out",
        label: t("signOut"),
        keywords: ["sign out", "log out"],
        leftSection: <Icon name="logout" size={17} />,
        onClick: () => signOut.mutate(),
      },
    ],
  };
}
