import { Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useProviderPresets } from "@/api/queries/settings";
import type { Provider, ProviderPreset } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { PageSkeleton } from "@/components/page-skeleton";
import { PresetPicker } from "@/features/settings/preset-picker";
import { ProviderForm } from "@/features/settings/provider-form";

type Props = { edited: Provider | "new" | null; onClose: () => void };

export function ProviderModal({ edited, onClose }: Props) {
  const { t } = useTranslation("settings");
  const isNew = edited === "new" || edited === null;
  const title = isNew ? t("providers.add") : t("providers.edit", { name: edited.name });
  return (
    <Modal opened={edited !== null} onClose={onClose} title={title} size={560}>
      {edited !== null && <ProviderSteps provider={isNew ? null : edited} onClose={onClose} />}
    </Modal>
  );
}

/** A new provider starts with the choice of a preset. */
function ProviderSteps({ provider, onClose }: { provider: Provider | null; onClose: () => void }) {
  const presets = useProviderPresets();
  const [chosen, setChosen] = useState<ProviderPreset | null>(null);
  if (presets.isPending) return <PageSkeleton rows={4} rowHeight={48} />;
  if (presets.isError) return <ErrorState error={presets.error} onRetry={() => void presets.refetch()} />;
  const preset = chosen ?? presets.data.find(({ id }) => id === provider?.preset) ?? null;
  if (provider === null && preset === null) {
    const offered = presets.data.filter(({ wire }) => wire !== "offline");
    return <PresetPicker presets={offered} onChoose={setChosen} />;
  }
  return <ProviderForm key={preset?.id} provider={provider} preset={preset} onClose={onClose} />;
}
