import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useProviders } from "@/api/queries/settings";
import type { Provider } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import { PageSkeleton } from "@/components/page-skeleton";
import { ProviderModal } from "@/features/settings/provider-modal";
import { ProviderRow } from "@/features/settings/provider-row";
import { Section } from "@/features/settings/section";
import classes from "@/features/settings/settings.module.css";

export function ProvidersPage() {
  const { t } = useTranslation("settings");
  const providers = useProviders();
  const [edited, setEdited] = useState<Provider | "new" | null>(null);
  return (
    <Section
      title={t("providers.title")}
      text={t("providers.text")}
      action={
        <Button leftSection={<Icon name="plus" />} onClick={() => setEdited("new")}>
          {t("providers.add")}
        </Button>
      }
    >
      {providers.isPending && <PageSkeleton rows={3} rowHeight={60} />}
      {providers.isError && <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />}
      {providers.data?.length === 0 && (
        <EmptyState icon="sparkles" title={t("providers.emptyTitle")} text={t("providers.emptyText")} />
      )}
      {providers.data && providers.data.length > 0 && (
        <ul className={classes.list}>
          {providers.data.map((provider) => (
            <ProviderRow key={provider.id} provider={provider} onEdit={() => setEdited(provider)} />
          ))}
        </ul>
      )}
      <ProviderModal edited={edited} onClose={() => setEdited(null)} />
    </Section>
  );
}
