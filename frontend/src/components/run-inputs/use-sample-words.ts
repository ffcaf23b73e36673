import { useTranslation } from "react-i18next";
import type { SampleWords } from "./sample-inputs";

export function useSampleWords(): SampleWords {
  const { t } = useTranslation("runbar");
  return { sample: (kind) => t(`sample.${kind}`), hints: (kind) => t(`sampleHints.${kind}`) };
}
