/** The first thing on Home: the field, and four starters for newcomers. */

import { useTranslation } from "react-i18next";
import { useProviders } from "@/api/settings";
import type { NodeTypeInfo, WorkflowTemplate } from "@/api/types";
import { useNodeTypes, useTemplates } from "@/api/workflows";
import { TemplateCard } from "@/components/starter-card/template-card";
import { useCreateWorkflow } from "@/components/starter-card/use-create-workflow";
import { AllTemplates, WhatShouldHappen } from "@/components/what-should-happen/what-should-happen";
import { addNode } from "@/document/add-node";
import { newNodeConfig } from "@/document/new-node-config";
import { applyOperations } from "@/document/operations";
import { EMPTY_DOCUMENT, indexNodeTypes, nodeList } from "@/document/types";
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

const NO_TYPES: readonly NodeTypeInfo[] = [];

/** A newcomer has fewer workflows than there are starters. */
export const NEWCOMER_BELOW = STARTERS.length;

export function HomeWish({ withStarters }: { withStarters: boolean }) {
  const local = useLocalText();
  const types = useNodeTypes().data ?? NO_TYPES;
  const providers = useProviders().data ?? [];
  const create = useCreateWorkflow();

  const open = (template: WorkflowTemplate) =>
    create.mutate({ name: local(template.name), template: template.id });
  const beginWith = (type: NodeTypeInfo, name: string | null) => {
    const options = { language: currentLanguage(), config: newNodeConfig(type, providers, []) };
    const { operations, key } = addNode(EMPTY_DOCUMENT, indexNodeTypes(types), type, null, options);
    const { document } = applyOperations(EMPTY_DOCUMENT, operations);
    const graph = { nodes: nodeList(document), edges: Object.values(document.edges) };
    create.mutate({ name: name ?? local(type.title), document: graph, opened: key });
  };
  return (
    <div className={classes.wish}>
      <WhatShouldHappen isPending={create.isPending} onTemplate={open} onStep={beginWith}>
        {withStarters && (
          <>
            <Starters />
            <AllTemplates to="/workflows" />
          </>
        )}
      </WhatShouldHappen>
    </div>
  );
}

export function Starters() {
  const { t } = useTranslation("home");
  const local = useLocalText();
  const templates = useTemplates().data ?? [];
  const types = useNodeTypes().data ?? NO_TYPES;
  const create = useCreateWorkflow();
  return (
    <div className={classes.starters}>
      <ul className={classes.four} aria-label={t("wish.starters")}>
        {STARTERS.flatMap(({ shows, template: id }) => {
          const template = templates.find((one) => one.id === id);
          if (!template) return [];
          return (
            <li key={shows}>
              <TemplateCard
                template={template}
                types={types}
                title={t(`wish.${shows}.title`)}
                text={t(`wish.${shows}.text`)}
                disabled={create.isPending}
                onChoose={() => create.mutate({ name: local(template.name), template: template.id })}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
