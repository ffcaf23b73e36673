/** Around a value: how it is shown, all of it in a large window, and a copy. */

import { ActionIcon, Modal, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { Icon } from "@/components/icon";
import { TextButton } from "@/components/text-button";
import type { ValueShape } from "./value-shape";
import classes from "./value-view.module.css";

type Props = {
  value: Json;
  shape: ValueShape;
  asSource: boolean;
  onSource: (asSource: boolean) => void;
  isLarge: boolean;
  onLarge: (isLarge: boolean) => void;
  children: ReactNode;
};

export function ValueTools({ value, shape, asSource, onSource, isLarge, onLarge, children }: Props) {
  const { t } = useTranslation();
  const { kind } = shape;
  const tools = (
    <span className={classes.tools} data-floating={(kind === "json" && !isLarge) || undefined}>
      {kind !== "json" && (
        <TextButton underline="hover" onClick={() => onSource(!asSource)}>
          {t(asSource ? `value.as.${kind}` : kind === "markdown" ? "value.asText" : "value.asJson")}
        </TextButton>
      )}
      {!isLarge && kind !== "files" && (
        <Tooltip label={t("value.enlarge")}>
          <ActionIcon size="sm" aria-label={t("value.enlarge")} onClick={() => onLarge(true)}>
            <Icon name="arrows-maximize" size={14} />
          </ActionIcon>
        </Tooltip>
      )}
      <CopyButton text={() => textOf(value)} />
    </span>
  );
  if (!isLarge) {
    return (
      <>
        {tools}
        {children}
      </>
    );
  }
  return (
    <>
      <span className={classes.summary}>{t("value.isLarge")}</span>
      <Modal opened onClose={() => onLarge(false)} size="min(1200px, 92vw)" title={t("value.large")}>
        <div className={classes.large}>
          {tools}
          {children}
        </div>
      </Modal>
    </>
  );
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
