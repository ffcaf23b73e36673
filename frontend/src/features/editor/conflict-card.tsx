/** A conflicting change: both values, and the choice between them. */

import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { fieldsOf, inLanguage } from "@/document/form-schema";
import type { Conflict } from "@/document/rebase";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { useDocument, useDocumentStore } from "@/stores/document-store";
import classes from "./conflicts.module.css";

const LABEL = { key: "commands:edit.settle" };
const SHOWN_LETTERS = 300;

export function ConflictCard({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation(["editor", "common"]);
  const store = useDocumentStore();
  const what = useSentence(conflict);
  const settle = (keep: "mine" | "theirs") => store.getState().settle(conflict, keep, { label: LABEL });
  return (
    <section className={classes.card} role="alert" aria-label={t("conflict.title")}>
      <Text size="sm">{what}</Text>
      {conflict.field !== null && (
        <dl className={classes.values}>
          <dt>{t("conflict.mine")}</dt>
          <dd>
            <Value of={conflict.mine} />
          </dd>
          <dt>{t("conflict.theirs")}</dt>
          <dd>
            <Value of={conflict.theirs} />
          </dd>
        </dl>
      )}
      <Group gap="xs" justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={() => settle("theirs")}>
          {t("common:takeTheirs")}
        </Button>
        <Button size="compact-sm" onClick={() => settle("mine")}>
          {t("common:keepMine")}
        </Button>
      </Group>
    </section>
  );
}

function useSentence({ node, name, field, mine, user: by }: Conflict): string {
  const { t, i18n } = useTranslation("editor");
  const types = useNodeTypeIndex();
  const type = useDocument((state) => state.nodes[node]?.type ?? "");
  const user = by || t("conflict.somebody");
  if (field === null) return t(mine === undefined ? "conflict.changed" : "conflict.removed", { user, name });
  const setting = field.startsWith("config.") ? field.slice("config.".length) : null;
  const shown = fieldsOf(types[type]?.config_schema)[setting ?? ""];
  const own = t(`conflict.fields.${field}`, { defaultValue: setting ?? field });
  return t("conflict.field", { user, name, field: (shown && inLanguage(shown, i18n.language).title) ?? own });
}

function Value({ of: value }: { of: Json | undefined }) {
  const { t } = useTranslation("editor");
  if (value === undefined || value === null || value === "") return t("conflict.empty");
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text;
}
