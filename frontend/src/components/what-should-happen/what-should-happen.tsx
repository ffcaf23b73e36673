/** One field for what a person wants, and what they may begin with: templates and steps that fit. */

import { Button, CloseButton, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { NodeTypeInfo, WorkflowTemplate } from "@/api/types";
import { useNodeTypes, useTemplates } from "@/api/workflows";
import { Icon } from "@/components/icon";
import { MAX_SEARCH_CHARACTERS } from "@/components/search-field";
import { StarterCard } from "@/components/starter-card/starter-card";
import starter from "@/components/starter-card/starter-card.module.css";
import { TemplateCard } from "@/components/starter-card/template-card";
import { useChoiceKeys } from "@/components/use-choice-keys";
import classes from "@/components/what-should-happen/what-should-happen.module.css";
import { isStep, nameFromWords } from "@/document/first-step";
import { useLocalText } from "@/i18n/local-text";
import { findByWords } from "@/nodes/find-by-words";
import { wordingOfNode, wordingOfTemplate } from "@/nodes/search";

const TEMPLATES_SHOWN = 4;
const STEPS_SHOWN = 4;
const NO_TEMPLATES: readonly WorkflowTemplate[] = [];
const NO_TYPES: readonly NodeTypeInfo[] = [];

type Props = {
  isPending: boolean;
  onTemplate: (template: WorkflowTemplate) => void;
  /** `name`: of a workflow that begins with the step, from the words that were typed; null where they make none. */
  onStep: (type: NodeTypeInfo, name: string | null) => void;
  /** Shown while nothing is typed. */
  children?: ReactNode;
};

export function WhatShouldHappen({ isPending, onTemplate, onStep, children }: Props) {
  const { t } = useTranslation("home");
  const local = useLocalText();
  const [wish, setWish] = useState("");
  const templates = useTemplates().data ?? NO_TEMPLATES;
  const types = useNodeTypes().data ?? NO_TYPES;
  const found = findByWords(templates, wordingOfTemplate, wish).slice(0, TEMPLATES_SHOWN);
  const steps = findByWords(types.filter(isStep), wordingOfNode, wish).slice(0, STEPS_SHOWN);
  const isAsked = wish.trim() !== "";
  const takeStep = (type: NodeTypeInfo) => onStep(type, nameFromWords(wish));
  const keys = useChoiceKeys({
    count: found.length + steps.length,
    initial: -1,
    onPick: (index) => {
      const template = found[index];
      const type = steps[index - found.length];
      if (isPending) return;
      if (template) onTemplate(template);
      else if (type) takeStep(type);
    },
    onEscape: wish ? () => ask("") : null,
  });
  const ask = (words: string) => {
    setWish(words);
    keys.restart();
  };
  return (
    <section className={classes.wish}>
      <TextInput
        size="md"
        maxLength={MAX_SEARCH_CHARACTERS}
        label={t("wish.label")}
        placeholder={t("wish.example")}
        autoComplete="off"
        value={wish}
        onChange={(event) => ask(event.currentTarget.value)}
        classNames={{ label: classes.label }}
        leftSection={<Icon name="search" size={18} />}
        rightSection={wish && <CloseButton aria-label={t("wish.clear")} onClick={() => ask("")} />}
        {...keys.field}
      />
      {!isAsked && children}
      {found.length + steps.length > 0 && (
        <div {...keys.list} role="listbox" className={classes.wish} aria-label={t("wish.label")}>
          {found.length > 0 && (
            <Choices label={t("wish.templates")}>
              {found.map((template, index) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  types={types}
                  disabled={isPending}
                  option={keys.option(index)}
                  onChoose={() => onTemplate(template)}
                />
              ))}
            </Choices>
          )}
          {steps.length > 0 && (
            <>
              <div aria-hidden className={classes.title}>
                {t("wish.steps")}
              </div>
              <Choices label={t("wish.steps")}>
                {steps.map((type, index) => (
                  <StarterCard
                    key={type.id}
                    title={local(type.title)}
                    text={local(type.help)}
                    picture={<Icon name={type.icon} size={22} />}
                    disabled={isPending}
                    option={keys.option(found.length + index)}
                    onChoose={() => takeStep(type)}
                  />
                ))}
              </Choices>
            </>
          )}
        </div>
      )}
      {isAsked && found.length + steps.length === 0 && <p className={classes.none}>{t("wish.none")}</p>}
      {isAsked && <AllTemplates />}
    </section>
  );
}

function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a list box, not of a form
    <div role="group" className={starter.grid} aria-label={label}>
      {children}
    </div>
  );
}

/** The way to the whole gallery. */
export function AllTemplates({ to = "/workflows?new" }: { to?: string }) {
  const { t } = useTranslation("home");
  return (
    <div className={classes.otherWays}>
      <Button component={Link} to={to} variant="default" size="xs">
        {t("wish.all")}
      </Button>
    </div>
  );
}
