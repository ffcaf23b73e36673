import { Autocomplete, Modal, TagsInput, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LONGEST_FOLDER, MOST_TAGS } from "@/api/rules.gen";
import type { WorkflowSummary } from "@/api/types";
import { useLibrary } from "@/api/workflows";
import { Form } from "@/components/form";
import { FormButtons } from "@/components/form-buttons";
import { folderTree } from "@/features/workflows/library/folder-tree";
import classes from "@/features/workflows/library/library.module.css";
import { isSameTag } from "@/features/workflows/library/library-place";
import { useLibraryChanges } from "@/features/workflows/library/use-library-changes";

const COMMAS = [",", "，"];

export type ArrangePart = "folder" | "tags";

type Props = {
  workflows: readonly WorkflowSummary[];
  /** Field with the initial focus. */
  part: ArrangePart;
  onClose: () => void;
};

/** Puts workflows into a folder and changes their tags. */
export function ArrangeModal(props: Props) {
  const { t } = useTranslation("workflows");
  const { workflows, onClose } = props;
  const [first] = workflows;
  const title =
    workflows.length === 1
      ? t("arrange.title", { name: first?.name })
      : t("arrange.titleOfMany", { count: workflows.length });
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <ArrangeForm {...props} />
    </Modal>
  );
}

function ArrangeForm({ workflows, part, onClose }: Props) {
  const { t } = useTranslation("workflows");
  const { data: library } = useLibrary();
  const { change } = useLibraryChanges();
  const folders = [...new Set(workflows.map(({ folder }) => folder))];
  const tagsBefore = commonTags(workflows);
  /** Null: it was not touched. */
  const [folder, setFolder] = useState<string | null>(null);
  const [tags, setTags] = useState(tagsBefore);

  const submit = () => {
    const changes = { ...(folder !== null && { folder }), ...tagChanges(tagsBefore, tags) };
    change.mutate(
      { ids: workflows.map(({ id }) => id), ...changes },
      { onSuccess: (outcomes) => outcomes.some(({ error }) => error === null) && onClose() },
    );
  };
  return (
    <Form onSubmit={submit}>
      <Autocomplete
        label={t("arrange.folder")}
        description={t("arrange.folderHelp")}
        placeholder={t(folders.length > 1 ? "arrange.manyFolders" : "arrange.noFolder")}
        data={folderTree(library?.folders ?? []).map(({ path }) => path)}
        value={folder ?? (folders.length === 1 ? (folders[0] ?? "") : "")}
        onChange={setFolder}
        maxLength={LONGEST_FOLDER}
        data-autofocus={part === "folder" || undefined}
      />
      <TagsInput
        mt="md"
        label={t("arrange.tags")}
        description={t("arrange.tagsHelp")}
        data={library?.tags.map(({ name }) => name) ?? []}
        value={tags}
        onChange={setTags}
        maxTags={MOST_TAGS}
        splitChars={COMMAS}
        classNames={{ inputField: classes.tagField }}
        data-autofocus={part === "tags" || undefined}
      />
      {workflows.length > 1 && (
        <Text size="xs" c="dimmed" mt={6}>
          {t("arrange.commonTags", { count: workflows.length })}
        </Text>
      )}
      <FormButtons submit="save" loading={change.isPending} onCancel={onClose} mt="lg" />
    </Form>
  );
}

/** The tags that all of the workflows have. */
export function commonTags(workflows: readonly WorkflowSummary[]): string[] {
  const [first, ...others] = workflows;
  return (first?.tags ?? []).filter((tag) =>
    others.every((workflow) => workflow.tags.some((one) => isSameTag(one, tag))),
  );
}

/** Changes between two tag lists; undefined if equal. */
export function tagChanges(before: readonly string[], after: readonly string[]) {
  const isNew = (tag: string) => !before.some((one) => isSameTag(one, tag));
  const isGone = (tag: string) => !after.some((one) => isSameTag(one, tag));
  return { add_tags: after.filter(isNew), remove_tags: before.filter(isGone) };
}
