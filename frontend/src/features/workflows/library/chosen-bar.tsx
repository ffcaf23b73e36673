import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { lazyComponent } from "@/components/lazy-component";
import type { ArrangePart } from "@/features/workflows/library/arrange-modal";
import classes from "@/features/workflows/library/library.module.css";

const ArrangeModal = lazyComponent(
  async () => (await import("@/features/workflows/library/arrange-modal")).ArrangeModal,
);
const DeleteModal = lazyComponent(
  async () => (await import("@/features/workflows/library/delete-modal")).DeleteModal,
);

type Props = { workflows: readonly WorkflowSummary[]; onClear: () => void };

/** Actions on the selected workflows; shown while some are. */
export function ChosenBar({ workflows, onClear }: Props) {
  const { t } = useTranslation("workflows");
  const [open, setOpen] = useState<ArrangePart | "delete" | null>(null);
  const close = () => setOpen(null);
  if (workflows.length === 0) return null;
  return (
    <section className={classes.bar} aria-label={t("many.title")}>
      <span className={classes.chosen} aria-live="polite">
        {t("many.chosen", { count: workflows.length })}
      </span>
      <IconButton icon="x" label={t("many.clear")} onClick={onClear} />
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="folder" size={15} />}
        onClick={() => setOpen("folder")}
      >
        {t("many.move")}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="tag" size={15} />}
        onClick={() => setOpen("tags")}
      >
        {t("many.tag")}
      </Button>
      {workflows.some(({ role }) => role === "owner") && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="trash" size={15} />}
          onClick={() => setOpen("delete")}
        >
          {t("action.delete")}
        </Button>
      )}
      {(open === "folder" || open === "tags") && (
        <ArrangeModal workflows={workflows} part={open} onClose={close} />
      )}
      {open === "delete" && <DeleteModal workflows={workflows} onClose={close} />}
    </section>
  );
}
