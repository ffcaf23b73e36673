/** Offered tools of an MCP server: a switch for each listed now. */

import { Skeleton, Stack, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useToolFunctions } from "@/api/tools";
import { QueryState } from "@/components/query-list";
import type { ControlProps } from "@/components/schema-form/control";
import { LinesControl } from "@/components/schema-form/controls/scalar-controls";
import classes from "@/components/schema-form/schema-form.module.css";

export function FunctionsControl(props: ControlProps<string[]>) {
  const { t } = useTranslation("schema-form");
  const { toolId } = props.context;
  if (toolId) return <FunctionList {...props} toolId={toolId} />;
  return (
    <>
      <LinesControl {...props} />
      <p className={classes.hint}>{t("functions.saveFirst")}</p>
    </>
  );
}

function FunctionList({ toolId, ...props }: ControlProps<string[]> & { toolId: string }) {
  const { t } = useTranslation("schema-form");
  const { value, onChange, context } = props;
  const query = useToolFunctions(toolId);
  const listed = query.data ?? [];
  const names = listed.map(({ name }) => name);
  const news = useListChanges(query.data && names);
  if (!query.isSuccess)
    return (
      <>
        <QueryState query={query} pending={<Skeleton height={96} />} />
        {query.isError && <LinesControl {...props} />}
      </>
    );
  const chosen = value ?? [];
  const isAll = chosen.length === 0;
  const gone = chosen.filter((name) => !names.includes(name));
  const toggle = (name: string) => onChange(chosenAfter(chosen, names, name));
  return (
    <Stack gap={8} mt={4}>
      <Switch
        label={t("functions.all", { count: names.length })}
        description={t("functions.allHelp")}
        checked={isAll}
        disabled={context.readOnly}
        onChange={() => onChange(isAll ? names : [])}
      />
      {(news.added.length > 0 || news.removed.length > 0) && (
        <p className={classes.hint} role="status">
          {t("functions.changed", { names: [...news.added, ...news.removed].join(", ") })}
        </p>
      )}
      <ul className={classes.functions} aria-label={props.label}>
        {listed.map(({ name, title, description }) => (
          <FunctionSwitch
            key={name}
            name={name}
            title={title}
            about={description}
            mark={news.added.includes(name) ? t("functions.new") : ""}
            checked={isAll || chosen.includes(name)}
            // None at all would mean all of them.
            disabled={context.readOnly || (chosen.length === 1 && chosen[0] === name)}
            onToggle={toggle}
          />
        ))}
        {gone.map((name) => (
          <FunctionSwitch
            key={name}
            name={name}
            title={name}
            about={t("functions.gone")}
            mark=""
            checked
            disabled={context.readOnly || chosen.length === 1}
            onToggle={toggle}
          />
        ))}
      </ul>
    </Stack>
  );
}

/** The choice after a switch was turned; an empty one means all, so the first switch that goes off names all the others. */
function chosenAfter(chosen: readonly string[], listed: readonly string[], turned: string): string[] {
  if (chosen.length === 0) return listed.filter((name) => name !== turned);
  return chosen.includes(turned) ? chosen.filter((name) => name !== turned) : [...chosen, turned];
}

type Props = {
  name: string;
  title: string;
  about: string;
  /** A word beside the title; empty for none. */
  mark: string;
  checked: boolean;
  disabled: boolean;
  onToggle: (name: string) => void;
};

/** One tool of an MCP server, to be offered or not. */
function FunctionSwitch({ name, title, about, mark, checked, disabled, onToggle }: Props) {
  return (
    <li>
      <Switch
        size="xs"
        label={
          <>
            {title || name}
            {mark && <span className={classes.mark}>{mark}</span>}
          </>
        }
        description={about}
        checked={checked}
        disabled={disabled}
        onChange={() => onToggle(name)}
      />
    </li>
  );
}

/** Items added to and removed from a list since it was first shown; `names` is undefined until loaded. */
export function useListChanges(names: readonly string[] | undefined): { added: string[]; removed: string[] } {
  const [first, setFirst] = useState(names);
  if (first === undefined && names !== undefined) setFirst(names);
  if (!first || !names) return { added: [], removed: [] };
  return {
    added: names.filter((name) => !first.includes(name)),
    removed: first.filter((name) => !names.includes(name)),
  };
}
