import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { Trigger } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { notifyDone } from "@/components/notify";
import classes from "@/components/triggers/triggers.module.css";
import { useSave } from "@/components/use-save";

const RANDOM_BYTES = 24;

/** A secret that nobody can guess, in letters that every sender takes. */
function generated(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Props = { name: string; label: string; help: string; isRequired: boolean; trigger: Trigger };

/** One secret of a trigger: written here, never shown again. */
export function SecretField({ name, label, help, isRequired, trigger }: Props) {
  const { t } = useTranslation("triggers");
  const refresh = useRefresh();
  const [value, setValue] = useState("");
  const [isShown, setShown] = useState(false);
  const isSet = trigger.secret_names.includes(name);
  const { workflow, node_key: key } = trigger;
  const save = useSave(
    (next: string) =>
      ask("put", "/api/workflows/{workflow_id}/triggers/{node_key}/", {
        ...at({ workflow_id: workflow.id, node_key: key }),
        body: { secrets: { [name]: next } },
      }),
    {
      onSuccess: (_trigger, next) => {
        setValue("");
        setShown(false);
        if (next !== "") notifyDone(t("sender.saved"));
        void refresh(`/api/workflows/${workflow.id}/triggers/`);
      },
    },
  );
  const state = isSet ? t("sender.set") : t(isRequired ? "sender.missing" : "sender.optional");
  return (
    <div className={classes.section}>
      <PasswordInput
        size="xs"
        autoComplete="new-password"
        label={label}
        description={[help, state].filter(Boolean).join(" · ")}
        placeholder={isSet ? "••••••••" : undefined}
        visible={isShown}
        onVisibilityChange={setShown}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      {isShown && value !== "" && <p className={classes.quiet}>{t("sender.copy")}</p>}
      <div className={classes.row}>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            setValue(generated());
            setShown(true);
          }}
        >
          {t("sender.generate")}
        </Button>
        {value !== "" && <CopyButton text={value} />}
        {value !== "" && (
          <Button size="compact-xs" loading={save.isPending} onClick={() => save.mutate(value)}>
            {t("sender.save")}
          </Button>
        )}
        {isSet && value === "" && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => save.mutate("")}>
            {t("sender.remove")}
          </Button>
        )}
      </div>
    </div>
  );
}
