import { Tabs } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "@/api/http";
import type { ToolConfig, ToolConfigDraft, ToolType } from "@/api/types";
import { applicableOnly } from "@/components/schema-form/form-fields";
import { useSave } from "@/components/use-save";
import { ToolForm } from "@/features/tools/tool-form";
import { ToolHealthPanel } from "@/features/tools/tool-health-panel";
import { DraftTest, ToolTestPanel } from "@/features/tools/tool-test-panel";
import { useLocalText } from "@/i18n/local-text";

type Props = { tool: ToolConfig | null; type: ToolType; onClose: () => void };

/** Settings, trial and health of a tool. A new one is tried before it is stored, once its settings are complete. */
export function ToolPanel({ tool, type, onClose }: Props) {
  const { t } = useTranslation("tools");
  const local = useLocalText();
  const [tab, setTab] = useState<string | null>("settings");
  const [draft, setDraft] = useState<ToolConfigDraft>(() => draftOf(tool, type, local(type.title)));
  const { name, description } = draft;
  const body = {
    type: type.type,
    name,
    description,
    config: applicableOnly(type.config_schema, draft.config),
  };
  const check = useSave(() => ask("post", "/api/tools/configs/draft/", { body }), {
    inPlace: true,
    onSuccess: () => setTab("test"),
  });
  const openTab = (next: string | null) => {
    if (next === "test" && tool === null) check.mutate();
    else setTab(next);
  };
  return (
    <Tabs value={tab} onChange={openTab}>
      <Tabs.List mb="md">
        <Tabs.Tab value="settings">{t("panel.settings")}</Tabs.Tab>
        <Tabs.Tab value="test" disabled={tool === null && type.gives_functions}>
          {t("panel.test")}
        </Tabs.Tab>
        <Tabs.Tab value="health" disabled={tool === null}>
          {t("panel.health")}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="settings">
        <ToolForm
          tool={tool}
          type={type}
          draft={draft}
          onDraft={(change) => {
            check.reset();
            setDraft(change);
          }}
          checkError={check.error}
          onClose={onClose}
        />
      </Tabs.Panel>
      <Tabs.Panel value="test">
        {tool && <ToolTestPanel tool={tool} type={type} />}
        {tool === null && check.data && (
          <DraftTest draft={body} type={type} schema={check.data.parameters_schema} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="health">{tool && tab === "health" && <ToolHealthPanel tool={tool} />}</Tabs.Panel>
    </Tabs>
  );
}

function draftOf(tool: ToolConfig | null, type: ToolType, defaultName: string): ToolConfigDraft {
  if (tool === null) {
    return {
      type: type.type,
      name: defaultName,
      description: "",
      enabled: true,
      shared: false,
      offered_over_mcp: false,
      config: type.default_config,
    };
  }
  const { name, description, enabled, shared, offered_over_mcp, config } = tool;
  return { type: tool.type, name, description, enabled, shared, offered_over_mcp, config };
}
