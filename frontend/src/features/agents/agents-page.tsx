import { Button, Modal } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgents, useAgentTemplates } from "@/api/agents";
import type { AgentCreate } from "@/api/types";
import classes from "@/components/card-grid/card-grid.module.css";
import { CardGridSkeleton } from "@/components/card-grid/card-grid-skeleton";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { ImportButton } from "@/components/import-button";
import { Page } from "@/components/page";
import { QueryList, QueryState } from "@/components/query-list";
import { SearchField } from "@/components/search-field";
import { SharedWithMe } from "@/components/sharing/shared-with-me";
import { SortSelect, useRememberedSort } from "@/components/sort-select";
import { BlankPicture, StarterCard } from "@/components/starter-card/starter-card";
import starterCardClasses from "@/components/starter-card/starter-card.module.css";
import { AgentCard } from "@/features/agents/agent-card";
import { useAgentActions } from "@/features/agents/use-agent-actions";
import { useLocalText } from "@/i18n/local-text";

const SEARCH_DELAY_MS = 200;
const ORDERS = ["updated", "name", "created", "last_conversation"] as const;

export function AgentsPage() {
  const { t } = useTranslation("agents");
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const [sort, setSort] = useRememberedSort("flowloom-agent-sort", ORDERS);
  const [creating, { open, close }] = useDisclosure(false);
  const query = useAgents({ search: wanted, sort });
  const { create, load } = useAgentActions();
  const found = query.data?.pages.flatMap((page) => page.results) ?? [];
  const isEmpty = query.isSuccess && !query.isPlaceholderData && wanted === "" && found.length === 0;
  const newButton = (
    <Button leftSection={<Icon name="plus" />} onClick={open}>
      {t("new.button")}
    </Button>
  );
  const templates = <AgentTemplates disabled={create.isPending} onChoose={create.mutate} />;
  return (
    <Page
      title={t("title")}
      actions={
        <>
          <ImportButton label={t("import.button")} load={load} />
          {!isEmpty && newButton}
        </>
      }
      toolbar={
        !isEmpty && (
          <>
            <SearchField value={search} onChange={setSearch} label={t("search")} />
            <SortSelect orders={ORDERS} sort={sort} onChange={setSort} />
          </>
        )
      }
    >
      <SharedWithMe kind="agent" />
      <QueryList
        query={query}
        rows={found}
        pending={<CardGridSkeleton />}
        empty={
          isEmpty ? (
            <>
              <EmptyState icon="robot" title={t("empty.title")} text={t("empty.text")} />
              {templates}
            </>
          ) : (
            <EmptyState
              icon="search"
              title={t("noMatch.title", { search: wanted })}
              text={t("noMatch.text")}
            />
          )
        }
      >
        <ul className={classes.grid}>
          {found.map((agent) => (
            <li key={agent.id}>
              <AgentCard agent={agent} />
            </li>
          ))}
        </ul>
      </QueryList>
      <Modal opened={creating} onClose={close} title={t("new.button")} size={960}>
        {templates}
      </Modal>
    </Page>
  );
}

type Props = { disabled: boolean; onChoose: (start: AgentCreate) => void };

/** The ready-made agents, after one that is still empty. */
function AgentTemplates({ disabled, onChoose }: Props) {
  const { t } = useTranslation("agents");
  const local = useLocalText();
  const templates = useAgentTemplates();
  if (templates.isError) return <QueryState query={templates} pending={null} />;
  return (
    <ul className={starterCardClasses.grid} aria-label={t("templates.title")}>
      <li>
        <StarterCard
          title={t("templates.blank.title")}
          text={t("templates.blank.text")}
          picture={<BlankPicture />}
          disabled={disabled}
          onChoose={() => onChoose({ document: { name: t("new.name") } })}
        />
      </li>
      {templates.data?.map(({ id, name, description, suggestions }) => (
        <li key={id}>
          <StarterCard
            title={local(name)}
            text={local(description)}
            note={suggestions.map(local).join(" · ")}
            picture={
              <span className={starterCardClasses.blank}>
                <Icon name="robot" size={28} />
              </span>
            }
            disabled={disabled}
            onChoose={() => onChoose({ template: id })}
          />
        </li>
      ))}
    </ul>
  );
}
