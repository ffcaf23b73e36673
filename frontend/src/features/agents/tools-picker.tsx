import { Checkbox, Input, Skeleton, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { functionIdOf, toolIdOf } from "@/api/function-id";
import { useInventory } from "@/api/queries";
import type { InventoryEntry } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { useFunctionTools } from "@/components/schema-form/use-function-tools";
import { SearchField } from "@/components/search-field";
import classes from "@/features/agents/agents.module.css";
import { ServerFunctions } from "@/features/agents/server-functions";
import { useLocalText } from "@/i18n/local-text";

type Props = {
  chosen: string[];
  /** The agent's own id, which cannot be chosen. */
  own: string;
  error: string | undefined;
  onChange: (chosen: string[]) => void;
};

const KINDS = ["workflow", "tool", "agent", "kb", "system"] as const;

/** The tools of an agent, out of everything that the person may use. */
export function ToolsPicker({ chosen, own, error, onChange }: Props) {
  const { t } = useTranslation("agents");
  const local = useLocalText();
  const [search, setSearch] = useState("");
  const query = useInventory();
  const entries = (query.data ?? []).filter(({ id }) => id !== own);
  const wanted = search.trim().toLowerCase();
  const fits = (entry: InventoryEntry) =>
    `${entry.id} ${local(entry.title)} ${local(entry.description)}`.toLowerCase().includes(wanted);
  const found = entries.filter(fits);
  const gone = query.isSuccess
    ? chosen.filter((id) => !entries.some((entry) => entry.id === id || isOneOf(id, entry.id)))
    : [];
  const toggle = (id: string, isOn: boolean) => {
    // A server that is chosen as a whole brings its functions along.
    const others = chosen.filter((one) => one !== id && !(isOn && isOneOf(one, id)));
    onChange(isOn ? [...others, id] : others);
  };
  return (
    <fieldset className={classes.section}>
      <legend>{t("section.tools")}</legend>
      <Text size="sm" c="dimmed">
        {t("tools.chosen", { count: chosen.length })}
      </Text>
      <SearchField value={search} onChange={setSearch} label={t("tools.search")} />
      {error && <Input.Error>{error}</Input.Error>}
      {query.isPending && <Skeleton height={200} radius="lg" />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && (
        <div className={classes.tools}>
          {found.length === 0 && <p className={classes.tool}>{t("tools.none")}</p>}
          {gone.map((id) => (
            <div key={id} className={classes.tool}>
              <Checkbox label={id} description={t("tools.gone")} checked onChange={() => toggle(id, false)} />
            </div>
          ))}
          {KINDS.map((kind) => (
            <ToolGroup
              key={kind}
              kind={kind}
              entries={found.filter((entry) => entry.kind === kind)}
              chosen={chosen}
              toggle={toggle}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** Whether an id means one function of this configured tool. */
function isOneOf(id: string, toolId: string): boolean {
  const server = functionIdOf(id)?.configId;
  return server !== undefined && toolIdOf(server) === toolId;
}

type GroupProps = {
  kind: (typeof KINDS)[number];
  entries: InventoryEntry[];
  chosen: string[];
  toggle: (id: string, isOn: boolean) => void;
};

function ToolGroup({ kind, entries, chosen, toggle }: GroupProps) {
  const { t } = useTranslation("agents");
  const local = useLocalText();
  const servers = useFunctionTools();
  if (entries.length === 0) return null;
  const functionsOf = ({ id, title }: InventoryEntry) => {
    const server = servers.find(({ tool_id }) => tool_id === id);
    if (!server) return null;
    const isWhole = chosen.includes(id);
    const props = { configId: server.id, title: local(title), isWhole, chosen, toggle };
    return <ServerFunctions {...props} />;
  };
  return (
    <section aria-label={t(`tools.kind.${kind}`)}>
      <div className={classes.kind}>{t(`tools.kind.${kind}`)}</div>
      {entries.map((entry) => (
        <div key={entry.id} className={classes.tool}>
          <Checkbox
            label={local(entry.title)}
            description={local(entry.description)}
            checked={chosen.includes(entry.id)}
            onChange={(event) => toggle(entry.id, event.currentTarget.checked)}
          />
          {functionsOf(entry)}
        </div>
      ))}
    </section>
  );
}
