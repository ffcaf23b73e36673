/** The number of the pass on the screen; a click lets another one be typed. */

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { focusAndSelect, useDraft } from "./use-draft";

type Props = { index: number; total: number; onShow: (index: number) => void };

export function PassNumber({ index, total, onShow }: Props) {
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
