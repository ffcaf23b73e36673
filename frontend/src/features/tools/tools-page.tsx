import { Tabs } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Page } from "@/components/page";
import { CallList } from "@/features/tools/call-list";
import { Catalogue } from "@/features/tools/catalogue";
import { SessionList } from "@/features/tools/session-list";
import { ToolDrawer } from "@/features/tools/tool-drawer";
import { ToolList } from "@/features/tools/tool-list";
import { useToolsAddress } from "@/features/tools/use-tools-address";

const TABS = ["configured", "catalogue", "sessions", "calls"] as const;

export function ToolsPage() {
  const { t } = useTranslation("tools");
  const [params, setParams] = useSearchParams();
  const { opened, close } = useToolsAddress();
  const tab = TABS.find((known) => known === params.get("tab")) ?? "configured";
  return (
    <Page title={t("title")} text={t("text")}>
      <Tabs
        value={tab}
        onChange={(next) => setParams(next ? { tab: next } : {}, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="configured">
          <ToolList />
        </Tabs.Panel>
        <Tabs.Panel value="catalogue">
          <Catalogue />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <SessionList />
        </Tabs.Panel>
        <Tabs.Panel value="calls">
          <CallList />
        </Tabs.Panel>
      </Tabs>
      <ToolDrawer opened={opened} onClose={close} />
    </Page>
  );
}
