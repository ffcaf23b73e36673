import { useTranslation } from "react-i18next";
import { useKnowledgeBases } from "@/api/knowledge";
import { useAgents } from "@/api/queries/agents";
import { useToolConfigs } from "@/api/queries/tools";
import { useWorkflows } from "@/api/queries/workflows";
import { useTables } from "@/api/tables";
import { useGoTo } from "@/features/command-palette/use-go-to";
import type { PaletteSection } from "@/stores/command-palette-store";

const RUN_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** User data by name: workflows and agents from the server, tools, knowledge and tables; and a run by id. */
export function useFound(search: string): PaletteSection[] {
  const { t } = useTranslation("command-palette");
  const goTo = useGoTo();
  const found = useWorkflows({ search }).data?.pages[0]?.results ?? [];
  const workflows = found.filter(({ is_favourite }) => !is_favourite);
  const agents = useAgents({ search }).data?.pages[0]?.results ?? [];
  const tools = useToolConfigs().data ?? [];
  const bases = useKnowledgeBases().data ?? [];
  const tables = useTables().data ?? [];
  return [
    {
      group: t("runs"),
      actions: RUN_ID.test(search)
        ? [goTo(`/runs/${search}`, t("run", { id: search }), "history", [search])]
        : [],
    },
    {
      group: t("workflows"),
      actions: workflows.map(({ id, name, folder, tags }) =>
        goTo(`/workflows/${id}`, name, "sitemap", [folder, ...tags]),
      ),
    },
    { group: t("agents"), actions: agents.map(({ id, name }) => goTo(`/agents/${id}`, name, "robot")) },
    {
      group: t("tools"),
      actions: tools.map(({ id, name, type }) => goTo(`/tools?tool=${id}`, name, "tools", [type])),
    },
    {
      group: t("knowledge"),
      actions: bases.map(({ id, name }) => goTo(`/knowledge/${id}`, name, "book")),
    },
    {
      group: t("tables"),
      actions: tables.map(({ id, name }) => goTo(`/tables/${id}`, name, "table-column")),
    },
  ];
}
