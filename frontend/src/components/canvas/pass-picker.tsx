import { useState } from "react";
import { useTranslation } from "react-i18next";
import { focusAndSelect, useDraft } from "@/components/canvas/use-draft";
import { Icon } from "@/components/icon";
import { addressOf, shownNode, shownPass, shownScope } from "@/runs/passes";
import { numberOf } from "@/runs/payload";
import { useRun, useRunStore } from "@/stores/run-store";

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

type Props = { index: number; total: number; onShow: (index: number) => void };

/** The number of the pass on the screen; a click lets another one be typed. */
function PassNumber({ index, total, onShow }: Props) {
  const { t } = useTranslation("canvas");
  const [isTyping, setTyping] = useState(false);
  const close = (typed: string | null) => {
    setTyping(false);
    const wanted = Number.parseInt(typed ?? "", 10);
    if (wanted >= 1) onShow(Math.min(wanted, total) - 1);
  };
  if (isTyping) return <NumberField index={index} total={total} onClose={close} />;
  return (
    <button
      type="button"
      className="fl-pass-number fl-tabular"
      title={t("passChoose")}
      onClick={(event) => {
        event.stopPropagation();
        setTyping(true);
      }}
    >
      {index + 1} / {total}
    </button>
  );
}

type FieldProps = { index: number; total: number; onClose: (typed: string | null) => void };

function NumberField({ index, total, onClose }: FieldProps) {
  const { t } = useTranslation("canvas");
  const draft = useDraft({ text: String(index + 1), isEnd: () => true, onClose });
  return (
    <input
      className="fl-pass-input fl-tabular"
      inputMode="numeric"
      aria-label={t("passChoose")}
      style={{ width: `${String(total).length + 2}ch` }}
      ref={focusAndSelect}
      onClick={(event) => event.stopPropagation()}
      {...draft}
    />
  );
}
