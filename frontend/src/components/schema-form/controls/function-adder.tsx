/** Adds single functions of a server, one after the other, until it is closed. */

import { useTranslation } from "react-i18next";
import type { ToolConfig } from "@/api/types";
import { IconButton } from "@/components/icon-button";
import { FunctionSelect } from "./function-select";
import classes from "./tools.module.css";

type Props = {
  server: ToolConfig;
  taken: readonly string[];
  onAdd: (functionId: string) => void;
  onClose: () => void;
};

export function FunctionAdder({ server, taken, onAdd, onClose }: Props) {
  const { t } = useTranslation("schema-form");
  return (
    <section className={classes.adder} aria-label={t("functions.of", { name: server.name })}>
      <div className={classes.adderHead}>
        <span className={classes.adderTitle}>{t("functions.of", { name: server.name })}</span>
        <IconButton
          icon="x"
          iconSize={15}
          color="gray"
          size="sm"
          label={t("functions.done")}
          onClick={onClose}
        />
      </div>
      <FunctionSelect
        // The chosen one stands in the list above; the field is free for the next.
        key={taken.length}
        id={`functions-${server.id}`}
        toolId={server.id}
        value=""
        readOnly={false}
        taken={taken}
        onChange={onAdd}
      />
    </section>
  );
}
