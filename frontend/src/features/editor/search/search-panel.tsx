/** Find and replace in all texts of the workflow: Ctrl+F and Ctrl+H. */

import { Button, CloseButton, TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useEditor } from "@/commands/editor-context";
import { IconButton } from "@/components/icon-button";
import type { IconName } from "@/components/icons";
import { MAX_QUERY } from "@/document/search-pattern";
import { useTakeFocus } from "@/hooks/use-take-focus";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { HitList } from "./hit-list";
import classes from "./search.module.css";
import { useSearch } from "./use-search";

export function FindPanel() {
  const { t } = useTranslation("editor");
  const editor = useEditor();
  const mode = useUi((state) => state.searching);
  const readOnly = useDocument((state) => state.readOnly);
  const { search, change, hits, isCut, problem, at, show, step, replace } = useSearch();
  const [replacement, setReplacement] = useState("");
  const panel = useTakeFocus<HTMLElement>("find");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (mode) field.current?.select();
  }, [mode]);
  const close = () => {
    useUi.getState().set({ searching: null });
    editor.canvas.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && event.target === field.current) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shown = at === null ? undefined : hits[at];
  const count = isCut ? t("search.many", { count: hits.length }) : t("search.hits", { count: hits.length });
  return (
    <search ref={panel} className={classes.panel} aria-label={t("search.title")} onKeyDown={onKeyDown}>
      <div className={classes.line}>
        <TextInput
          ref={field}
          className={classes.field}
          size="xs"
          aria-label={t("search.find")}
          placeholder={t("search.find")}
          maxLength={MAX_QUERY}
          value={search.query}
          onChange={(event) => change({ query: event.currentTarget.value })}
        />
        <Option
          icon="letter-case"
          label={t("search.matchCase")}
          on={search.matchCase}
          onToggle={(matchCase) => change({ matchCase })}
        />
        <Option
          icon="abc"
          label={t("search.wholeWord")}
          on={search.wholeWord}
          onToggle={(wholeWord) => change({ wholeWord })}
        />
        <Option
          icon="regex"
          label={t("search.expression")}
          on={search.isExpression}
          onToggle={(isExpression) => change({ isExpression })}
        />
        <CloseButton size="sm" aria-label={t("search.close")} onClick={close} />
      </div>
      {mode === "replace" && !readOnly && (
        <div className={classes.line}>
          <TextInput
            className={classes.field}
            size="xs"
            aria-label={t("search.replaceBy")}
            placeholder={t(search.isExpression ? "search.replaceByGroups" : "search.replaceBy")}
            value={replacement}
            onChange={(event) => setReplacement(event.currentTarget.value)}
          />
          <Button
            size="compact-xs"
            variant="default"
            disabled={hits.length === 0}
            onClick={() => (shown ? replace([shown], replacement) : step(1))}
          >
            {t("search.one")}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            disabled={hits.length === 0}
            onClick={() => replace(hits, replacement)}
          >
            {t("search.all")}
          </Button>
        </div>
      )}
      {search.query !== "" && (
        <p className={classes.count} role="status" data-problem={problem !== null || undefined}>
          {problem ? t(`search.problem.${problem}`) : count}
        </p>
      )}
      <HitList hits={hits} at={at} onShow={show} />
    </search>
  );
}

type OptionProps = { icon: IconName; label: string; on: boolean; onToggle: (on: boolean) => void };

function Option({ icon, label, on, onToggle }: OptionProps) {
  return (
    <IconButton
      icon={icon}
      iconSize={15}
      size="sm"
      color="gray"
      variant={on ? "filled" : "subtle"}
      label={label}
      aria-pressed={on}
      onClick={() => onToggle(!on)}
      tip
    />
  );
}
