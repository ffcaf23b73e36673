import { useTranslation } from "react-i18next";
import { Page } from "@/components/page";
import { PageTabs } from "@/components/page-tabs";
import { SharedWithMe } from "@/components/sharing/shared-with-me";
import { CallList } from "@/features/tools/call-list";
import { Catalogue } from "@/features/tools/catalogue";
import { SessionList } from "@/features/tools/session-list";
import { ToolDrawer } from "@/features/tools/tool-drawer";
import { ToolList } from "@/features/tools/tool-list";
import { useToolsAddress } from "@/features/tools/use-tools-address";

export function ToolsPage() {
  const { t } = useTranslation("tools");
  const { opened, close } = useToolsAddress();
  return (
    <Page title={t("title")} text={t("text")}>
      <PageTabs
        tabs={[
          {
            name: "configured",
            title: t("tab.configured"),
            panel: (
              <>
                <ToolList />
                <SharedWithMe kind="tool" />
              </>
            ),
          },
          { name: "catalogue", title: t("tab.catalogue"), panel: <Catalogue /> },
          { name: "sessions", title: t("tab.sessions"), panel: <SessionList /> },
          { name: "calls", title: t("tab.calls"), panel: <CallList /> },
        ]}
      />
      <ToolDrawer opened={opened} onClose={close} />
    </Page>
  );
}
