import { Tabs } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ToolConfig, ToolType } from "@/api/types";
import { ToolForm } from "@/features/tools/tool-form";
import { ToolHealthPanel } from "@/features/tools/tool-health-panel";
import { ToolTestPanel } from "@/features/tools/tool-test-panel";

type Props = { tool: ToolConfig | null; type: ToolType; onClose: () => void };

export function ToolPanel({ tool, type, onClose }: Props) {
  const { t } = useTranslation("tools");
  const [tab, setTab] = useState<string | null>("settings");
  return (
    <Tabs value={tab} onChange={setTab}>
      <Tabs.List mb="md">
        <Tabs.Tab value="settings">{t("panel.settings")}</Tabs.Tab>
        <Tabs.Tab value="test" disabled={tool === null}>
          {t("panel.test")}
        </Tabs.Tab>
        <Tabs.Tab value="health" disabled={tool === null}>
          {t("panel.health")}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="settings">
        <ToolForm tool={tool} type={type} onClose={onClose} />
      </Tabs.Panel>
      <Tabs.Panel value="test">{tool && <ToolTestPanel tool={tool} type={type} />}</Tabs.Panel>
      <Tabs.Panel value="health">{tool && tab === "health" && <ToolHealthPanel tool={tool} />}</Tabs.Panel>
    </Tabs>
  );
}
