import { Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useProviderPresets } from "@/api/settings";
import type { Provider, ProviderPreset } from "@/api/types";
import { Icon } from "@/components/icon";
import { PageSkeleton } from "@/components/page-skeleton";
import { ProviderForm } from "@/components/providers/provider-form";
import classes from "@/components/providers/providers.module.css";
import { QueryState } from "@/components/query-list";
import { useLocalText } from "@/i18n/local-text";
import { presetIcon } from "@/lib/service-logos";

type Props = {
  edited: Provider | "new" | null;
  onClose: () => void;
  onSaved?: (saved: Provider) => void;
};

export function ProviderModal({ edited, onClose, onSaved }: Props) {
  const { t } = useTranslation("settings");
  const isNew = edited === "new" || edited === null;
  const title = isNew ? t("providers.add") : t("providers.edit", { name: edited.name });
  return (
    <Modal opened={edited !== null} onClose={onClose} title={title} size={560}>
      {edited !== null && (
        <ProviderSteps
          provider={isNew ? null : edited}
          onClose={onClose}
          onSaved={(saved) => {
            onClose();
            onSaved?.(saved);
          }}
        />
      )}
    </Modal>
  );
}

type StepsProps = { provider: Provider | null; onClose: () => void; onSaved: (saved: Provider) => void };

/** A new provider starts with the choice of a preset. */
function ProviderSteps({ provider, ...ends }: StepsProps) {
  const presets = useProviderPresets();
  const [chosen, setChosen] = useState<ProviderPreset | null>(null);
  if (!presets.isSuccess)
    return <QueryState query={presets} pending={<PageSkeleton rows={4} rowHeight={48} />} />;
  const preset = chosen ?? presets.data.find(({ id }) => id === provider?.preset) ?? null;
  if (provider === null && preset === null) {
    const offered = presets.data.filter(({ wire }) => wire !== "offline");
    return <PresetPicker presets={offered} onChoose={setChosen} />;
  }
  return <ProviderForm key={preset?.id} provider={provider} preset={preset} {...ends} />;
}

type PresetPickerProps = { presets: ProviderPreset[]; onChoose: (preset: ProviderPreset) => void };

function PresetPicker({ presets, onChoose }: PresetPickerProps) {
  const local = useLocalText();
  return (
    <ul className={classes.presets}>
      {presets.map((preset) => (
        <li key={preset.id}>
          <button type="button" className={classes.preset} onClick={() => onChoose(preset)}>
            <span className={classes.presetName}>
              <Icon name={presetIcon(preset.id)} />
              <span className={classes.presetTitle}>{local(preset.title)}</span>
            </span>
            <span className={classes.presetAddress}>{preset.base_url}</span>
            <span className={classes.presetNote}>{local(preset.note)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
