/** One use of the node's type: settings, what comes in, what comes out. */

import { Button } from "@mantine/core";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject, NodeTypeInfo } from "@/api/types";
import { lazyComponent } from "@/components/lazy-component";
import { FieldGroup } from "@/components/schema-form/field-group";
import { useLocalText } from "@/i18n/local-text";
import classes from "./inspector.module.css";

export const LazyValueView = lazyComponent(
  async () => (await import("@/components/value-view/value-view")).ValueView,
);

type Props = { type: NodeTypeInfo; readOnly: boolean; onUse: (config: JsonObject) => void };

/** The same for each key that is typed into the settings. */
export const NodeExample = memo(function NodeExample({ type, readOnly, onUse }: Props) {
  const { t } = useTranslation("inspector");
  const local = useLocalText();
  const { example } = type;
  if (!example) return null;
  const arrives: JsonObject = {
    ...(isEmpty(example.inputs) ? {} : { inputs: example.inputs }),
    ...(isEmpty(example.nodes) ? {} : { nodes: example.nodes }),
  };
  return (
    <div className={classes.example}>
      <FieldGroup title={t("example.title")} collapsed>
        <div>
          <p className={classes.help}>{local(example.text)}</p>
          <Part title={t("example.settings")} value={example.config} />
          <Part title={t("example.arrives")} value={arrives} />
          <Part title={t("example.output")} value={example.output} />
          {!readOnly && !isEmpty(example.config) && (
            <Button
              size="xs"
              variant="default"
              mt="xs"
              onClick={() => onUse({ ...type.default_config, ...example.config })}
            >
              {t("example.use")}
            </Button>
          )}
        </div>
      </FieldGroup>
    </div>
  );
});

function Part({ title, value }: { title: string; value: JsonObject }) {
  if (isEmpty(value)) return null;
  return (
    <section>
      <h2 className={classes.label}>{title}</h2>
      <LazyValueView value={value} openLevels={4} />
    </section>
  );
}

function isEmpty(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}
