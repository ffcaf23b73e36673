import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCredentials } from "@/api/settings";
import type { Credential } from "@/api/types";
import { AccountModal } from "@/components/accounts/account-modal";
import { useConnectedElsewhere } from "@/components/accounts/accounts-channel";
import { CredentialModal } from "@/components/credentials/credential-modal";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { NestedForm } from "@/components/schema-form/nested-form";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { Section } from "@/components/section";
import { CredentialDeletion } from "@/features/settings/credential-deletion";
import { CredentialRow } from "@/features/settings/credential-row";
import classes from "@/features/settings/settings.module.css";

/** The secrets that are stored, by name: their values never leave the server. */
export function CredentialsPage() {
  const { t } = useTranslation("settings");
  const credentials = useCredentials();
  const [edited, setEdited] = useState<Credential | "new" | null>(null);
  const [connecting, setConnecting] = useState(false);
  useConnectedElsewhere();
  const [deleted, setDeleted] = useState<Credential | null>(null);
  return (
    <Section
      title={t("credentials.title")}
      text={t("credentials.text")}
      action={
        <Group gap="xs">
          <Button variant="default" onClick={() => setConnecting(true)}>
            {t("accounts.add")}
          </Button>
          <Button leftSection={<Icon name="plus" />} onClick={() => setEdited("new")}>
            {t("credentials.add")}
          </Button>
        </Group>
      }
    >
      <QueryList
        query={credentials}
        rows={credentials.data}
        pending={<PageSkeleton rows={3} />}
        empty={
          <EmptyState icon="key" title={t("credentials.emptyTitle")} text={t("credentials.emptyText")} />
        }
      >
        <ul className={classes.list}>
          {credentials.data?.map((credential) => (
            <CredentialRow
              key={credential.id}
              credential={credential}
              onEdit={() => setEdited(credential)}
              onDelete={() => setDeleted(credential)}
            />
          ))}
        </ul>
      </QueryList>
      <NestedForm value={SchemaForm}>
        <CredentialModal edited={edited} onClose={() => setEdited(null)} />
      </NestedForm>
      {connecting && <AccountModal onClose={() => setConnecting(false)} />}
      {deleted && <CredentialDeletion credential={deleted} onClose={() => setDeleted(null)} />}
    </Section>
  );
}
