import { useTranslation } from "react-i18next";
import { ConflictModal } from "@/components/conflict-modal";
import { RelativeTime } from "@/components/relative-time";
import type { Autosave } from "@/stores/autosave";
import { useDocument } from "@/stores/document-store";

type Props = { autosave: () => Autosave | null };

export function ConflictDialog({ autosave }: Props) {
  const { t } = useTranslation("editor");
  const opened = useDocument((state) => state.saveState === "conflict");
  const last = useDocument((state) => state.conflict.at(-1));
  const cause = last ? (
    <>
      {t("conflict.by", { user: last.user })} (<RelativeTime iso={last.at} />)
    </>
  ) : (
    t("conflict.someone")
  );
  return (
    <ConflictModal
      opened={opened}
      title={t("conflict.title")}
      cause={cause}
      text={t("conflict.text")}
      onSettle={(keep) => autosave()?.settle(keep)}
    />
  );
}
