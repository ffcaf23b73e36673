/** Ctrl+K: what the screen offers, the pages of the product, what people made, and what can be done everywhere. */

import "@mantine/spotlight/styles.layer.css";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import { MAX_SEARCH_CHARACTERS } from "@/components/search-field";
import { replayKeys } from "@/lib/key-buffer";
import { useCommandPalette } from "@/stores/command-palette-store";
import classes from "./command-palette.module.css";
import { rankActions } from "./rank-actions";
import { useEverywhereActions } from "./use-everywhere-actions";
import { useFavourites } from "./use-favourites";
import { useFound } from "./use-found";
import { usePlaces } from "./use-places";

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
