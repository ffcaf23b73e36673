import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Partner } from "@/api/partner";
import { useWorkflowTriggers } from "@/api/queries/triggers";
import { NewLink } from "@/components/chat-links/new-link";
import { ModelPrograms } from "@/components/triggers/model-programs";
import program from "@/components/triggers/triggers.module.css";
import { ShareLinks } from "./share-links";

type Props = { partner: Partner; conversation: string | null; opened: boolean; onClose: () => void };

/** Links for people without an account: what they may do, how long, and which there are. */
export function ShareDialog({ partner, conversation, opened, onClose }: Props) {
  const { t } = useTranslation("chat");
  return (
    <Modal opened={opened} onClose={onClose} title={t("share.title")} size="md">
      <NewLink partner={partner} conversation={conversation} />
      {opened && <ShareLinks partner={partner} />}
      {opened && (
        <div className={program.apart}>
          {partner.kind === "agent" ? (
            <ModelPrograms model={partner.slug} />
          ) : (
            <PagePrograms workflow={partner.workflow} node={partner.node} />
          )}
        </div>
      )}
    </Modal>
  );
}

function PagePrograms({ workflow, node }: { workflow: string; node: string }) {
  const { data } = useWorkflowTriggers(workflow);
  const model = data?.find((trigger) => trigger.node_key === node)?.model;
  return model ? <ModelPrograms model={model} /> : null;
}
