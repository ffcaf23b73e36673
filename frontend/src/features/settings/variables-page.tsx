import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useVariables } from "@/api/queries/variables";
import type { EnvVariable } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import { PageSkeleton } from "@/components/page-skeleton";
import { Section } from "@/features/settings/section";
import classes from "@/features/settings/settings.module.css";
import { VariableForm } from "@/features/settings/variable-form";
import { VariableRow } from "@/features/settings/variable-row";
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
      {variables.isPending && <PageSkeleton rows={3} rowHeight={60} />}
      {variables.isError && <ErrorState error={variables.error} onRetry={() => void variables.refetch()} />}
      {variables.data?.length === 0 && (
        <EmptyState icon="variable" title={t("variables.emptyTitle")} text={t("variables.emptyText")} />
      )}
      {variables.data && variables.data.length > 0 && (
        <ul className={classes.list}>
          {variables.data.map((row) => (
            <VariableRow key={row.name} variable={row} onEdit={mayChange ? () => setEdited(row) : null} />
          ))}
        </ul>
      )}
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
