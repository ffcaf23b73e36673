/** A call as a program, in the language that one chooses, to copy. */

import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "@/components/copy-button";
import { type Call, curlOf, javascriptOf, pythonOf } from "./programs";
import classes from "./triggers.module.css";

const LANGUAGES = { curl: curlOf, python: pythonOf, javascript: javascriptOf };
type LanguageName = keyof typeof LANGUAGES;
const NAMES: readonly LanguageName[] = ["curl", "python", "javascript"];

export function ProgramTabs({ call }: { call: Call }) {
  const { t } = useTranslation("triggers");
  const [name, setName] = useState<LanguageName>("curl");
  const text = LANGUAGES[name](call);
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t("address.call")}
        value={name}
        onChange={(next) => setName(NAMES.find((known) => known === next) ?? "curl")}
        data={NAMES.map((value) => ({ value, label: t(`address.${value}`) }))}
      />
      <div className={classes.program}>
        <pre>{text}</pre>
        <CopyButton text={text} />
      </div>
    </>
  );
}
