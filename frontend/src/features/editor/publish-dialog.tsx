/** Publishing would break somebody who calls the workflow: what, for whom, and whether to go on. */

import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { InterfaceCaller } from "@/api/types";
import { useLocalText } from "@/i18n/local-text";
import classes from "./publish-dialog.module.css";
import type { Publish } from "./use-publish";

export function PublishDialog({ publish }: { publish: Publish }) {
  const { t } = useTranslation("editor");
  const local = useLocalText();
  const { breaks, settle } = publish;
  return (
    <Modal opened={breaks !== null} onClose={() => settle(false)} title={t("publishBreaks.title")}>
      <Text size="sm">{t("publishBreaks.changes")}</Text>
      <ul className={classes.list}>
        {breaks?.breaking.map((change) => (
          <li key={change.en}>{local(change)}</li>
        ))}
      </ul>
      <Text size="sm">{t("publishBreaks.callers")}</Text>
      <ul className={classes.list}>
        {breaks?.callers.map((caller) => (
          <li key={`${caller.id} ${caller.node}`}>
            <Link to={addressOf(caller)} target="_blank">
              {caller.name}
            </Link>
            {caller.node && <span className={classes.quiet}> · {caller.node}</span>}
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        {t("publishBreaks.advice")}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" data-autofocus onClick={() => settle(false)}>
          {t("publishBreaks.keep")}
        </Button>
        <Button onClick={() => settle(true)}>{t("publishBreaks.go")}</Button>
      </Group>
    </Modal>
  );
}

const addressOf = ({ kind, id }: InterfaceCaller) =>
  kind === "agent" ? `/agents/${id}` : `/workflows/${id}`;
