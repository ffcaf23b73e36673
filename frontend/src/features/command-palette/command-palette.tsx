/** Ctrl+K: what the screen offers, the pages of the product, what people made, and what can be done everywhere. */

import "@mantine/spotlight/styles.layer.css";
import { useMantineColorScheme } from "@mantine/core";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useAgents } from "@/api/agents";
import { useKnowledgeBases } from "@/api/knowledge";
import { useTables } from "@/api/tables";
import { useToolConfigs } from "@/api/tools";
import { useWorkflows } from "@/api/workflows";
import { Icon } from "@/components/icon";
import { ADMIN_PLACE, PLACES, SETTINGS_SECTIONS } from "@/components/places";
import { MAX_SEARCH_CHARACTERS } from "@/components/search-field";
import { THEMES } from "@/components/themes";
import classes from "@/features/command-palette/command-palette.module.css";
import { rankActions } from "@/features/command-palette/rank-actions";
import { useSignOut } from "@/hooks/use-sign-out";
import { useUser } from "@/hooks/use-user";
import { changeLanguage, LANGUAGES, languageName } from "@/i18n";
import { replayKeys } from "@/lib/key-buffer";
import { type PaletteSection, useCommandPalette } from "@/stores/command-palette-store";

const RUN_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const [store, spotlight] = createSpotlight();
const LIMIT = 40;
const OVERLAY = { blur: 0, backgroundOpacity: 0.4 };
const CLASSES = { actionsGroup: classes.group, action: classes.action, content: classes.content };

export function CommandPalette() {
  const { t } = useTranslation("command-palette");
  const source = useCommandPalette((state) => state.source);
  const [query, setQuery] = useState("");
  const search = query.trim();
  const places = usePlaces();
  const everywhere = useEverywhereActions();
  const found = useFound(search);
  const favourites = useFavourites();
  useEffect(() => spotlight.open(), []);

  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      limit={LIMIT}
      filter={rankActions}
      scrollable
      maxHeight={420}
      overlayProps={OVERLAY}
      classNames={CLASSES}
      attributes={{ content: { "aria-label": t("placeholder") } }}
      nothingFound={t("none")}
      onSpotlightClose={() => useCommandPalette.setState({ isOpen: false })}
      searchProps={{
        leftSection: <Icon name="search" size={17} />,
        maxLength: MAX_SEARCH_CHARACTERS,
        placeholder: t("placeholder"),
        "aria-label": t("placeholder"),
        onFocus: replayKeys,
      }}
      actions={[favourites, ...(source?.() ?? []), ...places, ...found, everywhere]}
    />
  );
}

/** Actions available on every page; English search terms match in any interface language. */
function useEverywhereActions(): PaletteSection {
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

/** One's favourite workflows, found by name, folder and tags. */
function useFavourites(): PaletteSection {
  const { t } = useTranslation("command-palette");
  const goTo = useGoTo();
  const favourites = useWorkflows({ favourite: true }).data?.pages[0]?.results ?? [];
  return {
    group: t("favourites"),
    actions: favourites.map(({ id, name, folder, tags }) =>
      goTo(`/workflows/${id}`, name, "star-filled", [folder, ...tags]),
    ),
  };
}

/** Search results: workflows and agents by server search; tools, knowledge and tables by name; runs by id. */
function useFound(search: string): PaletteSection[] {
  const { t } = useTranslation("command-palette");
  const goTo = useGoTo();
  const found = useWorkflows({ search }).data?.pages[0]?.results ?? [];
  const workflows = found.filter(({ is_favourite }) => !is_favourite);
  const agents = useAgents({ search }).data?.pages[0]?.results ?? [];
  const tools = useToolConfigs().data ?? [];
  const bases = useKnowledgeBases().data ?? [];
  const tables = useTables().data ?? [];
  return [
    {
      group: t("runs"),
      actions: RUN_ID.test(search)
        ? [goTo(`/runs/${search}`, t("run", { id: search }), "history", [search])]
        : [],
    },
    {
      group: t("workflows"),
      actions: workflows.map(({ id, name, folder, tags }) =>
        goTo(`/workflows/${id}`, name, "sitemap", [folder, ...tags]),
      ),
    },
    { group: t("agents"), actions: agents.map(({ id, name }) => goTo(`/agents/${id}`, name, "robot")) },
    {
      group: t("tools"),
      actions: tools.map(({ id, name, type }) => goTo(`/tools?tool=${id}`, name, "tools", [type])),
    },
    {
      group: t("knowledge"),
      actions: bases.map(({ id, name }) => goTo(`/knowledge/${id}`, name, "book")),
    },
    {
      group: t("tables"),
      actions: tables.map(({ id, name }) => goTo(`/tables/${id}`, name, "table-column")),
    },
  ];
}

/** The places of the product and the sections of the settings; found by their address, too, whatever the language. */
function usePlaces(): PaletteSection[] {
  const { t } = useTranslation("command-palette");
  const common = useTranslation().t;
  const settings = useTranslation("settings").t;
  const user = useUser();
  const goTo = useGoTo();
  const places = PLACES.map(({ name, to, icon }) => goTo(to, common(`nav.${name}`), icon, [name]));
  const admin = {
    ...goTo(ADMIN_PLACE.to, common("nav.admin"), ADMIN_PLACE.icon, ["admin"]),
    // A page of the server, which the router does not know.
    onClick: () => window.location.assign(ADMIN_PLACE.to),
  };
  return [
    { group: t("pages"), actions: user.is_staff ? [...places, admin] : places },
    {
      group: t("settings"),
      actions: SETTINGS_SECTIONS.filter(({ isForStaff }) => user.is_staff || !isForStaff).map(
        ({ id, icon }) => goTo(`/settings/${id}`, settings(`${id}.title`), icon, [id]),
      ),
    },
  ];
}

/** Makes entries of the command palette that lead somewhere. */
function useGoTo() {
  const navigate = useNavigate();
  return (path: string, label: string, icon: string, keywords: string[] = []): SpotlightActionData => ({
    id: path,
    label,
    keywords,
    leftSection: <Icon name={icon} size={17} />,
    onClick: () => void navigate(path),
  });
}
