import type { ProviderPreset } from "@/api/types";
import { Icon } from "@/components/icon";
import classes from "@/features/settings/settings.module.css";
import { useLocalText } from "@/i18n/local-text";
import { presetIcon } from "@/lib/service-logos";

type Props = { presets: ProviderPreset[]; onChoose: (preset: ProviderPreset) => void };

export function PresetPicker({ presets, onChoose }: Props) {
  const local = useLocalText();
  return (
    <ul className={classes.presets}>
      {presets.map((preset) => (
        <li key={preset.id}>
          <button type="button" className={classes.preset} onClick={() => onChoose(preset)}>
            <span className={classes.presetName}>
              <Icon name={presetIcon(preset.id)} />
              <span className={classes.rowName}>{local(preset.title)}</span>
            </span>
            <span className={classes.presetAddress}>{preset.base_url}</span>
            <span className={classes.presetNote}>{local(preset.note)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
