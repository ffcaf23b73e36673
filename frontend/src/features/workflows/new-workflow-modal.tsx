import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/components/lazy-component";

const NewWorkflowForm = lazyComponent(
  async () => (await import("@/features/workflows/new-workflow-form")).NewWorkflowForm,
);

type Props = { opened: boolean; onClose: () => void };

export function NewWorkflowModal({ opened, onClose }: Props) {
  const { t } = useTranslation("workflows");
  return (
    <Modal opened={opened} onClose={onClose} title={t("new.title")} size={960}>
      <NewWorkflowForm onClose={onClose} />
    </Modal>
  );
}
