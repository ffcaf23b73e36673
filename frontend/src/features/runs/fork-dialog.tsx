/** Running again from a node on: with other inputs or settings, if wanted. */

import { Button, Group, JsonInput, Modal, Stack, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ask, at } from "@/api/http";
import type { JsonObject, NodeDoc, NodeTypeInfo } from "@/api/types";
import { autosize } from "@/components/autosize";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { useSave } from "@/components/use-save";
import classes from "@/features/runs/runs.module.css";
import { readJsonObject } from "@/lib/json";
import { useRun } from "@/stores/run-store";

type Props = { runId: string; node: NodeDoc; type: NodeTypeInfo; onClose: () => void };

const NO_ERRORS = {};

export function ForkDialog({ runId, node, type, onClose }: Props) {
  const { t } = useTranslation("runs");
  const navigate = useNavigate();
  const given = useRun((state) => state.inputs);
  const [text, setText] = useState(() => JSON.stringify(given, null, 2));
  const [config, setConfig] = useState(node.config);
  const context = useMemo(() => ({ variables: [], secretsSet: [], readOnly: false }), []);
  const inputs = readJsonObject(text);
  const fork = useSave(
    (changed: JsonObject) =>
      ask("post", "/api/runs/{run_id}/fork/", {
        ...at({ run_id: runId }),
        body: {
          from_node: node.key,
          inputs: changed,
          ...(config === node.config ? {} : { configs: { [node.key]: config } }),
        },
      }),
    { inPlace: true, onSuccess: (run) => navigate(`/runs/${run.id}`) },
  );
  return (
    <Modal opened onClose={onClose} title={t("again.fromTitle", { name: node.name })} size="lg">
      <Stack gap="md">
        <Text>{t("again.fromHelp")}</Text>
        <JsonInput
          label={t("again.fromInputs")}
          {...autosize(2, 10)}
          value={text}
          error={inputs === null ? t("again.badJson") : undefined}
          onChange={setText}
        />
        <fieldset className={classes.settings}>
          <legend>{t("again.fromSettings", { name: node.name })}</legend>
          <SchemaForm
            schema={type.config_schema}
            value={config}
            onChange={setConfig}
            errors={NO_ERRORS}
            context={context}
          />
        </fieldset>
        <FormError error={fork.error} />
        <Group justify="flex-end">
          <Button
            leftSection={<Icon name="player-play" />}
            loading={fork.isPending}
            disabled={inputs === null}
            onClick={() => inputs !== null && fork.mutate(inputs)}
          >
            {t("again.start")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
