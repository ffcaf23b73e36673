/** One field for what a person wants, and what they may begin with: templates and steps that fit, or four starters. */

import { Button, CloseButton, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useProviders } from "@/api/settings";
import type { NodeTypeInfo, WorkflowTemplate } from "@/api/types";
import { useNodeTypes, useTemplates } from "@/api/workflows";
import { GraphPicture } from "@/components/graph-picture/graph-picture";
import { Icon } from "@/components/icon";
import { MAX_SEARCH_CHARACTERS } from "@/components/search-field";
import { StarterCard } from "@/components/starter-card/starter-card";
import starter from "@/components/starter-card/starter-card.module.css";
import { useCreateWorkflow } from "@/components/starter-card/use-create-workflow";
import { addNode } from "@/document/add-node";
import { newNodeConfig } from "@/document/new-node-config";
import { applyOperations } from "@/document/operations";
import { EMPTY_DOCUMENT, indexNodeTypes, nodeList } from "@/document/types";
import { findByWords } from "@/components/what-should-happen/find-by-words";
import classes from "@/features/home/home.module.css";
import { currentLanguage } from "@/i18n";
import { useLocalText } from "@/i18n/local-text";

/** Templates by what they show. */
const STARTERS = [
  { shows: "approval", template: "approve-before-sending" },
  { shows: "restart", template: "improve-until-good" },
  { shows: "why", template: "answer-from-documents" },
  { shows: "compare", template: "compare-three-models" },
] as const;

/** Roles of nodes that a workflow may begin with; the start comes by itself. */
const BEGINNINGS: ReadonlySet<NodeTypeInfo["role"]> = new Set(["step", "trigger", "container"]);
const TEMPLATES_SHOWN = 4;
const STEPS_SHOWN = 4;
const NO_TEMPLATES: readonly WorkflowTemplate[] = [];
const NO_TYPES: readonly NodeTypeInfo[] = [];

/** `withStarters`: while nothing is typed, shows what is worth a first look. */
export function WhatShouldHappen({ withStarters }: { withStarters: boolean }) {
  const { t } = useTranslation("home");
  const local = useLocalText();
  const [wish, setWish] = useState("");
  const templates = useTemplates().data ?? NO_TEMPLATES;
  const types = useNodeTypes().data ?? NO_TYPES;
  const providers = useProviders().data ?? [];
  const create = useCreateWorkflow();

  const open = (template: WorkflowTemplate) =>
    create.mutate({ name: local(template.name), template: template.id });
  const beginWith = (type: NodeTypeInfo) => {
    const options = { language: currentLanguage(), config: newNodeConfig(type, providers, []) };
    const { operations, key } = addNode(EMPTY_DOCUMENT, indexNodeTypes(types), type, null, options);
    const { document } = applyOperations(EMPTY_DOCUMENT, operations);
    const graph = { nodes: nodeList(document), edges: Object.values(document.edges) };
    create.mutate({ name: local(type.title), document: graph, opened: key });
  };
  const card = (template: WorkflowTemplate, title: string, text: string) => (
    <li key={template.id}>
      <StarterCard
        title={title}
        text={text}
        services={template.services}
        picture={<GraphPicture picture={template.picture} types={types} />}
        disabled={create.isPending}
        onChoose={() => open(template)}
      />
    </li>
  );

  const found = findByWords(
    templates,
    ({ name, description, note }) => ({ title: name, others: [description, note] }),
    wish,
  ).slice(0, TEMPLATES_SHOWN);
  const steps = findByWords(
    types.filter(({ role }) => BEGINNINGS.has(role)),
    ({ title, help, keywords }) => ({ title, others: [help, keywords] }),
    wish,
  ).slice(0, STEPS_SHOWN);
  const starters = STARTERS.flatMap(({ shows, template }) => {
    const one = templates.find(({ id }) => id === template);
    return one ? [{ shows, template: one }] : [];
  });
  const isAsked = wish.trim() !== "";
  return (
    <section className={classes.wish}>
      <TextInput
        type="search"
        size="md"
        maxLength={MAX_SEARCH_CHARACTERS}
        label={t("wish.label")}
        placeholder={t("wish.example")}
        value={wish}
        onChange={(event) => setWish(event.currentTarget.value)}
        classNames={{ label: classes.wishLabel }}
        leftSection={<Icon name="search" size={18} />}
        rightSection={wish && <CloseButton aria-label={t("wish.clear")} onClick={() => setWish("")} />}
      />
      {!isAsked && withStarters && (
        <ul className={starter.grid} aria-label={t("wish.starters")}>
          {starters.map(({ shows, template }) =>
            card(template, t(`wish.${shows}.title`), t(`wish.${shows}.text`)),
          )}
        </ul>
      )}
      {isAsked && found.length > 0 && (
        <ul className={starter.grid} aria-label={t("wish.templates")}>
          {found.map((template) => card(template, local(template.name), local(template.description)))}
        </ul>
      )}
      {isAsked && steps.length > 0 && (
        <>
          <h2 className={classes.title}>{t("wish.steps")}</h2>
          <ul className={starter.grid} aria-label={t("wish.steps")}>
            {steps.map((type) => (
              <li key={type.id}>
                <StarterCard
                  title={local(type.title)}
                  text={local(type.help)}
                  picture={<Icon name={type.icon} size={22} />}
                  disabled={create.isPending}
                  onChoose={() => beginWith(type)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {isAsked && found.length + steps.length === 0 && <p className={classes.quiet}>{t("wish.none")}</p>}
      {(isAsked || withStarters) && (
        <div className={classes.otherWays}>
          <Button
            component={Link}
            to={withStarters ? "/workflows" : "/workflows?new"}
            variant="default"
            size="xs"
          >
            {t("wish.all")}
          </Button>
        </div>
      )}
    </section>
  );
}
