import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import { addressOf, shownNode, shownPass, shownScope } from "@/runs/passes";
import { numberOf } from "@/runs/payload";
import { useRun, useRunStore } from "@/stores/run-store";
import { PassNumber } from "./pass-number";

/** Displayed pass of a container; the arrows go to the previous and next. */
export function PassPicker({ nodeKey }: { nodeKey: string }) {
  const { t } = useTranslation("canvas");
  const store = useRunStore();
  const address = useRun((state) => addressOf(shownScope(state, nodeKey) ?? "", nodeKey));
  const index = useRun((state) => shownPass(state, address));
  const seen = useRun((state) => state.passes[address] ?? 0);
  const reported = useRun((state) => numberOf(shownNode(state, nodeKey)?.output?.count));
  if (index === null) return null;
  const total = Math.max(seen, reported ?? 0);
  const show = (next: number) => store.getState().pickPass(address, next >= seen - 1 ? null : next);
  return (
    <span className="fl-passes nodrag nopan">
      <button
        type="button"
        aria-label={t("passBefore")}
        disabled={index === 0}
        onClick={(event) => {
          event.stopPropagation();
          show(index - 1);
        }}
      >
        <Icon name="chevron-left" size={13} />
      </button>
      <PassNumber index={index} total={total} onShow={show} />
      <button
        type="button"
        aria-label={t("passAfter")}
        disabled={index >= seen - 1}
        onClick={(event) => {
          event.stopPropagation();
          show(index + 1);
        }}
      >
        <Icon name="chevron-right" size={13} />
      </button>
    </span>
  );
}
