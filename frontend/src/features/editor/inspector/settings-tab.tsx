/** The form of a node: its settings, or its tools. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { lazyComponent } from "@/components/lazy-component";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { useLocalText } from "@/i18n/local-text";
import classes from "./inspector.module.css";
import { NodeExample } from "./node-example";
import { PolicyForm } from "./policy-form";
import { type SchemaPart, schemaPart } from "./split-schema";
import { useNodeForm } from "./use-node-form";

const TriggerPanel = lazyComponent(
  async () => (await import("@/features/editor/triggers/trigger-panel")).TriggerPanel,
);
const AddTrigger = lazyComponent(
  async () => (await import("@/features/editor/triggers/add-trigger")).AddTrigger,
);

const LiveOutcome = lazyComponent(async () => (await import("./live-outcome")).LiveOutcome);

type Props = { node: NodeDoc; part: SchemaPart };

/** Starts, ends and what is only drawn cannot fail. */
function hasPolicy({ role }: NodeTypeInfo): boolean {
  return role === "step" || role === "container";
}

export function SettingsTab({ node, part }: Props) {
  const { t } = useTranslation("inspector");
  const local = useLocalText();
  const { type, variables, passVariables, errors, readOnly, ownTool, change, preview } = useNodeForm(node);
  const schema = useMemo(() => (type ? schemaPart(type.config_schema, part) : null), [type, part]);
  const context = useMemo(
    () => ({ variables, passVariables, secretsSet: [], preview, ownTool, readOnly }),
    [variables, passVariables, preview, ownTool, readOnly],
  );
  if (!type) return <p className={classes.quiet}>{t("unknownType", { type: node.type })}</p>;
  return (
    <>
      {part === "settings" && <p className={classes.help}>{local(type.help)}</p>}
      {part === "settings" && <NodeExample type={type} readOnly={readOnly} onUse={change} />}
      {schema ? (
        <SchemaForm schema={schema} value={node.config} onChange={change} errors={errors} context={context} />
      ) : (
        <p className={classes.quiet}>{t("nothingToSet")}</p>
      )}
      {part === "settings" && type.previews && <LiveOutcome node={node} />}
      {type.role === "trigger" && <TriggerPanel node={node} onChange={change} />}
      {type.role === "start" && <AddTrigger />}
      {part === "settings" && hasPolicy(type) && <PolicyForm node={node} type={type} />}
    </>
  );
}
