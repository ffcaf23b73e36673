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
        classNames={{ label: classes.label }}
        leftSection={<Icon name="search" size={18} />}
        rightSection={wish && <CloseButton aria-label={t("wish.clear")} onClick={() => setWish("")} />}
      />
      {!isAsked && children}
      {isAsked && found.length > 0 && (
        <ul className={starter.grid} aria-label={t("wish.templates")}>
          {found.map((template) => (
            <li key={template.id}>
              <TemplateCard
                template={template}
                types={types}
                disabled={isPending}
                onChoose={() => onTemplate(template)}
              />
            </li>
          ))}
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
                  disabled={isPending}
                  onChoose={() => onStep(type, nameFromWords(wish))}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {isAsked && found.length + steps.length === 0 && <p className={classes.none}>{t("wish.none")}</p>}
      {isAsked && <AllTemplates />}
    </section>
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
