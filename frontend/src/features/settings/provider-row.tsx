import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { Provider } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { ProviderTestNote } from "@/components/providers/provider-test-note";
import { useProviderActions } from "@/components/providers/use-provider-actions";
import { useSave } from "@/components/use-save";
import classes from "@/features/settings/settings.module.css";
import { presetIcon } from "@/lib/service-logos";

type Props = { provider: Provider; onEdit: () => void };

export function ProviderRow({ provider, onEdit }: Props) {
  const { t } = useTranslation("settings");
  const common = useTranslation().t;
  const { remove } = useProviderActions();
  const test = useSave(
    () => ask("post", "/api/providers/{provider_id}/test/", at({ provider_id: provider.id })),
    { inPlace: true },
  );
  const name = provider.is_builtin ? t("providers.offline") : provider.name;
  const about = [provider.default_model, provider.base_url].filter(Boolean).join(" · ");
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <span className={classes.providerIcon}>
          <Icon name={presetIcon(provider.preset)} size={18} />
        </span>
        <div className={classes.rowText}>
          <p className={classes.rowName}>{name}</p>
          <p className={classes.rowAbout}>{provider.is_builtin ? t("providers.builtin") : about}</p>
        </div>
        {!provider.is_builtin && (
          <>
            <span className={classes.mark}>
              {t(provider.key_set ? "providers.keySet" : "providers.noKey")}
            </span>
            <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              {t("providers.test")}
            </Button>
            <IconButton
              icon="pencil"
              label={t("providers.edit", { name: provider.name })}
              onClick={onEdit}
              tip={common("action.edit")}
            />
            <ConfirmButton
              question={t("providers.deleteQuestion", { name: provider.name })}
              confirmLabel={t("providers.delete")}
              onConfirm={() => remove.mutate(provider.id)}
            >
              <IconButton icon="trash" label={t("providers.deleteLabel", { name: provider.name })} />
            </ConfirmButton>
          </>
        )}
      </div>
      <ProviderTestNote result={test.data} error={test.error} />
    </li>
  );
}
