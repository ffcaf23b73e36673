/** Picks a model and the provider that serves it, in one list; any other model name may be typed. */

import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "@/api/session";
import { useProviders } from "@/api/settings";
import type { Provider } from "@/api/types";
import { GroupedPicker, type PickerGroup } from "@/components/grouped-picker/grouped-picker";
import { Icon } from "@/components/icon";
import { lazyComponent } from "@/components/lazy-component";
import { useModelName } from "@/components/model-picker/use-model-name";
import { presetIcon } from "@/lib/service-logos";
import classes from "./model-picker.module.css";

const ProviderModal = lazyComponent(
  async () => (await import("@/components/providers/provider-modal")).ProviderModal,
);

/** An empty model is the provider's default. */
export type ModelChoice = { provider: string; model: string };

type Props = {
  id?: string;
  /** Names the field to those who hear the page. */
  label: string;
  value: ModelChoice;
  onChange: (choice: ModelChoice) => void;
  readOnly?: boolean;
  invalid?: boolean;
};

/** Choice that sets up another provider. */
const NEW = "new";

/** Ids of providers hold no slash, names of models may. */
const idOf = ({ provider, model }: ModelChoice) => `${provider}/${model}`;

function choiceOf(id: string): ModelChoice {
  const end = id.indexOf("/");
  return { provider: id.slice(0, end), model: id.slice(end + 1) };
}

export function ModelPicker({ id, label, value, onChange, readOnly = false, invalid = false }: Props) {
  const { t } = useTranslation("models");
  const { data: providers = [], isSuccess } = useProviders();
  const mayAdd = useSession().data?.user?.is_staff === true && !readOnly;
  const [isAdding, setAdding] = useState(false);
  const usable = providers.filter(({ enabled }) => enabled);
  const shown = useModelName(value);
  const groupOf = (provider: Provider): PickerGroup => {
    const { id: of, name, default_model, models, is_builtin, preset } = provider;
    const icon = presetIcon(preset);
    if (is_builtin)
      return {
        label: t("withoutKey"),
        choices: [{ id: idOf({ provider: of, model: "" }), title: t("offline"), help: "", icon }],
      };
    const others = models.filter((model) => model !== default_model);
    return {
      label: name,
      choices: [
        {
          id: idOf({ provider: of, model: default_model }),
          title: default_model || t("chooseByProvider"),
          help: "",
          icon,
          mark: t("default"),
        },
        ...others.map((model) => ({
          id: idOf({ provider: of, model }),
          title: model,
          help: "",
          icon,
        })),
      ],
    };
  };
  const another: PickerGroup = {
    label: t("another"),
    choices: mayAdd ? [{ id: NEW, title: t("add"), help: "", icon: "plus" }] : [],
  };
  const typed = (model: string): PickerGroup[] => [
    {
      label: t("other"),
      choices: usable
        .filter(({ is_builtin, models }) => !is_builtin && !models.includes(model))
        .map(({ id: of, name }) => ({
          id: idOf({ provider: of, model }),
          title: t("named", { provider: name, model }),
          help: "",
          icon: "pencil",
        })),
    },
  ];
  return (
    <>
      <GroupedPicker
        {...(id && { id })}
        label={shown}
        // What needs no key comes last: it is no AI.
        groups={[
          ...[...usable].sort((a, b) => Number(a.is_builtin) - Number(b.is_builtin)).map(groupOf),
          another,
        ]}
        typed={typed}
        searchLabel={t("search")}
        onPick={(picked) => (picked === NEW ? setAdding(true) : onChange(choiceOf(picked)))}
        footer={
          <Anchor component={Link} to="/settings/providers" size="sm">
            {t("manage")}
          </Anchor>
        }
        button={{
          "aria-label": `${label}: ${shown}`,
          size: "sm",
          fullWidth: true,
          justify: "space-between",
          leftSection: undefined,
          rightSection: <Icon name="chevron-down" size={16} />,
          disabled: readOnly,
          className: classes.button,
          ...(invalid && { "data-invalid": true }),
        }}
      />
      {isSuccess && mayAdd && usable.every(({ is_builtin }) => is_builtin) && (
        <Button
          variant="light"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          className={classes.add}
          aria-haspopup="dialog"
          onClick={() => setAdding(true)}
        >
          {t("add")}
        </Button>
      )}
      {isAdding && (
        <ProviderModal
          edited="new"
          onClose={() => setAdding(false)}
          onSaved={({ id: provider, default_model: model }) => onChange({ provider, model })}
        />
      )}
    </>
  );
}
