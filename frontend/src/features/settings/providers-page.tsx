import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useProviders } from "@/api/settings";
import type { Provider } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { PageSkeleton } from "@/components/page-skeleton";
import { ProviderModal } from "@/components/providers/provider-modal";
import { QueryList } from "@/components/query-list";
import { Section } from "@/components/section";
import { ProviderRow } from "@/features/settings/provider-row";
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
      <QueryList
        query={providers}
        rows={providers.data}
        pending={<PageSkeleton rows={3} rowHeight={60} />}
        empty={
          <EmptyState icon="sparkles" title={t("providers.emptyTitle")} text={t("providers.emptyText")} />
        }
      >
        <ul className={classes.list}>
          {providers.data?.map((provider) => (
            <ProviderRow key={provider.id} provider={provider} onEdit={() => setEdited(provider)} />
          ))}
        </ul>
      </QueryList>
      <ProviderModal edited={edited} onClose={() => setEdited(null)} />
    </Section>
  );
}
