import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { VariableSet } from "@/api/bodies.gen";
import { ask, at } from "@/api/http";
import { useVariables } from "@/api/settings";
import type { EnvVariable } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { formOf, RequestForm } from "@/components/schema-form/request-form";
import { Section } from "@/components/section";
import { useSave } from "@/components/use-save";
import classes from "@/features/settings/settings.module.css";
import { useUser } from "@/hooks/use-user";

/** Not broken between two lines. */
const REFERENCE = "{{\u00a0env.NAME\u00a0}}";

/** Everybody sees the variables, administrators change them. */
export function VariablesPage() {
  const { t } = useTranslation("settings");
  const mayChange = useUser().is_staff;
  const variables = useVariables();
  const [edited, setEdited] = useState<EnvVariable | "new" | null>(null);
  const variable = edited === "new" ? null : edited;
  const close = () => setEdited(null);
  return (
    <Section
      title={t("variables.title")}
      text={t("variables.text", { reference: REFERENCE })}
      action={
        mayChange && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setEdited("new")}>
            {t("variables.add")}
          </Button>
        )
      }
    >
      <QueryList
        query={variables}
        rows={variables.data}
        pending={<PageSkeleton rows={3} rowHeight={60} />}
        empty={
          <EmptyState icon="variable" title={t("variables.emptyTitle")} text={t("variables.emptyText")} />
        }
      >
        <ul className={classes.list}>
          {variables.data?.map((row) => (
            <VariableRow key={row.name} variable={row} onEdit={mayChange ? () => setEdited(row) : null} />
          ))}
        </ul>
      </QueryList>
      <Modal
        opened={edited !== null}
        onClose={close}
        title={variable ? t("variables.edit", { name: variable.name }) : t("variables.add")}
        size={520}
      >
        <VariableForm
          key={variable?.name}
          variable={variable}
          taken={variables.data?.map(({ name }) => name) ?? []}
          onClose={close}
        />
      </Modal>
    </Section>
  );
}

/** `onEdit` is null for those who may only read. */
type Props = { variable: EnvVariable; onEdit: (() => void) | null };

function VariableRow({ variable: { name, value, test_value: testValue, description }, onEdit }: Props) {
  const { t } = useTranslation("settings");
  const common = useTranslation().t;
  const remove = useSave(
    () => ask("delete", "/api/variables/{variable_name}/", at({ variable_name: name })),
    { refreshes: ["/api/variables/"], done: t("variables.deleted") },
  );
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <div className={classes.rowText}>
          <p className={classes.rowName}>{name}</p>
          <p className={classes.rowAbout}>{value}</p>
          {testValue !== null && (
            <p className={classes.rowAbout}>{t("variables.inTests", { value: testValue })}</p>
          )}
          {description && <p className={classes.rowAbout}>{description}</p>}
        </div>
        {onEdit && (
          <>
            <IconButton
              icon="pencil"
              label={t("variables.edit", { name })}
              onClick={onEdit}
              tip={common("action.edit")}
            />
            <ConfirmButton
              question={t("variables.deleteQuestion", { name })}
              confirmLabel={t("variables.delete")}
              onConfirm={() => remove.mutate()}
            >
              <IconButton icon="trash" label={t("variables.deleteLabel", { name })} />
            </ConfirmButton>
          </>
        )}
      </div>
    </li>
  );
}

/** Maximum length of a name. Set here because a path parameter has no limit in the OpenAPI document. */
const MAX_NAME = 64;

/** `variable` is null for a new one; its name must not be in `taken`. */
type VariableFormProps = { variable: EnvVariable | null; taken: readonly string[]; onClose: () => void };

function VariableForm({ variable, taken, onClose }: VariableFormProps) {
  const { t } = useTranslation("settings");
  const text = { "x-widget": "long-text", "x-rows": [1, 8] } as const;
  const name = {
    type: "string",
    title: t("variables.name"),
    description: t("variables.nameHelp"),
    missing: t("variables.nameMissing"),
    minLength: 1,
    "x-longest": MAX_NAME,
    "x-spellcheck": false,
  } as const;
  const schema = formOf(VariableSet, {
    ...(variable === null && { name }),
    value: { ...text, title: t("variables.value") },
    hasTestValue: { type: "boolean", title: t("variables.hasTestValue"), "x-widget": "labelled-switch" },
    test_value: { ...text, title: t("variables.testValue"), "x-show-if": { hasTestValue: [true] } },
    description: { title: t("variables.description") },
  });
  return (
    <RequestForm
      schema={() => schema}
      initial={{
        name: variable?.name ?? "",
        value: variable?.value ?? "",
        hasTestValue: variable !== null && variable.test_value !== null,
        test_value: variable?.test_value ?? "",
        description: variable?.description ?? "",
      }}
      check={(values): Record<string, string> =>
        variable === null && taken.includes(values.name.trim()) ? { name: t("variables.nameTaken") } : {}
      }
      send={({ name: called, hasTestValue, test_value, ...given }) =>
        ask("put", "/api/variables/{variable_name}/", {
          ...at({ variable_name: called.trim() }),
          body: { ...given, test_value: hasTestValue ? test_value : null },
        })
      }
      refreshes={["/api/variables/"]}
      done={t("variables.saved")}
      onSaved={onClose}
      submit={variable ? "save" : "create"}
      onCancel={onClose}
    />
  );
}
