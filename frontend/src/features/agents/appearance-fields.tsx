import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { COLOURS, ICONS, signOf } from "@/components/agent-sign/sign-of";
import { IconSelect } from "@/components/icon-select";
import classes from "@/features/agents/agents.module.css";
import type { SectionProps } from "@/features/agents/section-props";

const FROM_NAME = "";

/** Icon and colour of the agent, by its short name until others are chosen; the head of the page shows them at once. */
export function AppearanceFields({ draft, change, errorAt }: SectionProps) {
  const { t } = useTranslation("agents");
  const { appearance = {} } = draft;
  const fromName = { value: FROM_NAME, label: t("appearance.fromName") };
  return (
    <div className={classes.pair}>
      <IconSelect
        label={t("appearance.icon")}
        data={[fromName, ...ICONS.map((value) => ({ value, label: t(`appearance.icons.${value}`) }))]}
        iconOf={(value) => value || signOf(draft.id ?? "").icon}
        allowDeselect={false}
        value={appearance.icon ?? FROM_NAME}
        error={errorAt("appearance/icon")}
        onChange={(next) =>
          change({ appearance: { ...appearance, icon: ICONS.find((icon) => icon === next) ?? null } })
        }
      />
      <Select
        label={t("appearance.colour")}
        data={[fromName, ...COLOURS.map((value) => ({ value, label: t(`appearance.colours.${value}`) }))]}
        allowDeselect={false}
        value={appearance.colour ?? FROM_NAME}
        error={errorAt("appearance/colour")}
        onChange={(next) =>
          change({ appearance: { ...appearance, colour: COLOURS.find((colour) => colour === next) ?? null } })
        }
      />
    </div>
  );
}
