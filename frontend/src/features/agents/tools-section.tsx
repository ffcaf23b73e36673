/** Tools, skills and knowledge of an agent in one list, added from the same picker as on the canvas. */

import { Input, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { functionIdOf, toolIdOf } from "@/api/function-id";
import { useKnowledgeBases } from "@/api/knowledge";
import { useToolConfigs } from "@/api/tools";
import type { AgentDocument, ToolConfig } from "@/api/types";
import { IconButton } from "@/components/icon-button";
import { lazyComponent } from "@/components/lazy-component";
import { FunctionAdder } from "@/components/schema-form/controls/function-adder";
import { NamedToolRow } from "@/components/schema-form/controls/named-tool-row";
import { ToolPicker } from "@/components/schema-form/controls/tool-picker";
import { FieldGroup } from "@/components/schema-form/field-group";
import classes from "@/features/agents/agents.module.css";
import type { SectionProps } from "@/features/agents/section-props";

const WORKFLOW = "workflow:";
const BASE = "kb:";
/** Lets the model choose the base, so no base of its own is meant. */
const ANY_BASE = "kb:Query";
/** A skill is named with or without its prefix. */
const skillId = (named: string): string => (named.startsWith(WORKFLOW) ? named : WORKFLOW + named);
const baseId = (slug: string): string => BASE + slug;

const ToolDialog = lazyComponent(
  async () => (await import("@/components/schema-form/tool-dialog")).ToolDialog,
);

const LISTS = ["tool_ids_inventory", "skill_workflow_ids_inventory", "knowledge_base_references"];

export function ToolsSection({ own, ...section }: SectionProps & { own: string }) {
  const { draft, change, errorAt } = section;
  const { t } = useTranslation("agents");
  const [editing, setEditing] = useState<{ type: string; config?: ToolConfig } | null>(null);
  const [server, setServer] = useState<ToolConfig | null>(null);
  const configs = useToolConfigs().data ?? [];
  const tools = draft.tool_ids_inventory ?? [];
  const skills = [...new Set(draft.skill_workflow_ids_inventory ?? [])];
  const bases = useBases(section);
  const held = [...tools, ...skills.map(skillId), ...bases.map(({ id }) => id)];
  const add = (id: string) => change(withHeld(draft, id));
  const error = LISTS.map(errorAt).find((found) => found !== undefined);
  const configOf = (id: string) => configs.find(({ tool_id }) => tool_id === id);
  const editOf = (id: string) => {
    const config = configOf(id);
    return config && (() => setEditing({ type: config.type, config }));
  };
  return (
    <FieldGroup title={t("section.tools")} collapsed={false}>
      <div className={classes.held}>
        {held.length === 0 && (
          <Text size="sm" c="dimmed">
            {t("tools.none")}
          </Text>
        )}
        {tools.map((id) => (
          <NamedToolRow
            key={id}
            id={id}
            readOnly={false}
            onEdit={editOf(id)}
            onRemove={() => change({ tool_ids_inventory: tools.filter((one) => one !== id) })}
          />
        ))}
        {skills.map((named) => (
          <NamedToolRow
            key={named}
            id={skillId(named)}
            about={t("tools.skill")}
            readOnly={false}
            onRemove={() => change({ skill_workflow_ids_inventory: skills.filter((one) => one !== named) })}
          />
        ))}
        {bases.map(({ id, onRemove, onFirst }, at) => (
          <NamedToolRow
            key={id}
            id={id}
            about={t(at === 0 ? "tools.firstBase" : "tools.otherBase")}
            readOnly={false}
            onRemove={onRemove}
            action={
              at > 0 && (
                <IconButton
                  icon="arrow-bar-to-up"
                  iconSize={15}
                  color="gray"
                  size="sm"
                  label={t("tools.makeFirst")}
                  tip
                  onClick={onFirst}
                />
              )
            }
          />
        ))}
        {server && (
          <FunctionAdder server={server} taken={tools} onAdd={add} onClose={() => setServer(null)} />
        )}
        {error && <Input.Error>{error}</Input.Error>}
        <ToolPicker
          taken={tools.flatMap((id) => configOf(id)?.id ?? [])}
          onPick={(config) => add(config.tool_id)}
          onCreate={(type) => setEditing({ type })}
          byId={{ taken: [...held, own], onPick: add, onSingle: setServer }}
        />
      </div>
      {editing && (
        <ToolDialog
          {...editing}
          onClose={() => setEditing(null)}
          onSaved={(config) => {
            setEditing(null);
            if (
              !held.includes(config.tool_id) &&
              !held.some((id) => functionIdOf(id)?.configId === config.id)
            ) {
              add(config.tool_id);
            }
          }}
        />
      )}
    </FieldGroup>
  );
}

/** The knowledge bases that a profile names, by id or by short name, in its order. */
function useBases({ draft, change }: SectionProps) {
  const stored = useKnowledgeBases().data ?? [];
  const references = draft.knowledge_base_references ?? [];
  return references.map((reference) => {
    const { source_id: source } = reference;
    const others = references.filter((one) => one !== reference);
    return {
      id: baseId(stored.find(({ id }) => id === source)?.slug ?? source),
      onRemove: () => change({ knowledge_base_references: others }),
      onFirst: () => change({ knowledge_base_references: [reference, ...others] }),
    };
  });
}

type Changes = Partial<AgentDocument>;

/** Check whether an id refers to a single function of this configured tool. */
function isOneOf(id: string, toolId: string): boolean {
  const server = functionIdOf(id)?.configId;
  return server !== undefined && toolIdOf(server) === toolId;
}

/** Give the agent something of the inventory: a workflow is a skill, a base is knowledge, the rest are tools. */
function withHeld(draft: AgentDocument, id: string): Changes {
  const { tool_ids_inventory: tools = [], skill_workflow_ids_inventory: skills = [] } = draft;
  const { knowledge_base_references: bases = [] } = draft;
  if (id.startsWith(WORKFLOW))
    return { skill_workflow_ids_inventory: [...skills, id.slice(WORKFLOW.length)] };
  if (id.startsWith(BASE) && id !== ANY_BASE) {
    return { knowledge_base_references: [...bases, { source_id: id.slice(BASE.length) }] };
  }
  // A server that is chosen as a whole brings its functions along.
  return { tool_ids_inventory: [...tools.filter((one) => !isOneOf(one, id)), id] };
}
