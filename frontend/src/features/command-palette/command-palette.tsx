/** Ctrl+K: what the screen offers, the pages of the product, and workflows and agents by name. */

import "@mantine/spotlight/styles.layer.css";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useAgents, useWorkflows } from "@/api/queries";
import { Icon } from "@/components/icon";
import { replayKeys } from "@/lib/key-buffer";
import { useCommandPalette } from "@/stores/command-palette-store";
import classes from "./command-palette.module.css";
import { rankActions } from "./rank-actions";

const [store, spotlight] = createSpotlight();
const LIMIT = 40;
const OVERLAY = { blur: 0, backgroundOpacity: 0.4 };
const CLASSES = { actionsGroup: classes.group, action: classes.action, content: classes.content };
const PAGES = [
  ["workflows", "sitemap"],
  ["agents", "robot"],
  ["runs", "history"],
  ["approvals", "checkbox"],
  ["tools", "tools"],
  ["knowledge", "book"],
  ["settings", "settings"],
] as const;

export function CommandPalette() {
  const { t } = useTranslation("command-palette");
  const pages = useTranslation("common").t;
  const navigate = useNavigate();
  const source = useCommandPalette((state) => state.source);
  const [query, setQuery] = useState("");
  const search = query.trim();
  const workflows = useWorkflows(search).data?.pages[0]?.results ?? [];
  const agents = useAgents(search).data?.pages[0]?.results ?? [];
  useEffect(() => spotlight.open(), []);

  const goTo = (path: string, label: string, icon: string, keywords: string[] = []): SpotlightActionData => ({
    id: path,
    label,
    keywords,
    leftSection: <Icon name={icon} size={17} />,
    onClick: () => void navigate(path),
  });
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
      nothingFound={t("none")}
      onSpotlightClose={() => useCommandPalette.setState({ isOpen: false })}
      searchProps={{
        leftSection: <Icon name="search" size={17} />,
        placeholder: t("placeholder"),
        "aria-label": t("placeholder"),
        onFocus: replayKeys,
      }}
      actions={[
        ...(source?.() ?? []),
        // Found by its address, too, whatever the interface speaks.
        {
          group: t("pages"),
          actions: PAGES.map(([name, icon]) => goTo(`/${name}`, pages(`nav.${name}`), icon, [name])),
        },
        {
          group: t("workflows"),
          actions: workflows.map(({ id, name }) => goTo(`/workflows/${id}`, name, "sitemap")),
        },
        { group: t("agents"), actions: agents.map(({ id, name }) => goTo(`/agents/${id}`, name, "robot")) },
      ]}
    />
  );
}
