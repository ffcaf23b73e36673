import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/components/lazy-component";

const NewWorkflowForm = lazyComponent(
  async () => (await import("@/features/workflows/new-workflow-form")).NewWorkflowForm,
);

type Props = { opened: boolean /** Folder of the new workflow. */; folder: string; onClose: () => void };

export function NewWorkflowModal({ opened, folder, onClose }: Props) {
  const { t } = useTranslation("workflows");
  return (
    <Modal opened={opened} onClose={onClose} title={t("new.title")} size={960}>
      <NewWorkflowForm folder={folder} onClose={onClose} />
    </Modal>
  );
}
