import { Autocomplete, Group, Modal, NumberInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { KnowledgeBase, KnowledgeBaseDraft } from "@/api/knowledge";
import * as limits from "@/api/limits.gen";
import { useProviderPresets, useProviders } from "@/api/settings";
import { autosize } from "@/components/autosize";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { useSave } from "@/components/use-save";
import classes from "@/features/knowledge/knowledge.module.css";

const OFFLINE = "offline";
type Props = {
  /** Null makes a new one. */
  base: KnowledgeBase | null;
  onClose: () => void;
  onSaved?: (saved: KnowledgeBase) => void;
};

/** Name, embedder and cut of a knowledge base. */
export function BaseModal({ base, onClose, onSaved }: Props) {
  const { t } = useTranslation("knowledge");
  const refresh = useRefresh();
  const form = useForm<Required<KnowledgeBaseDraft>>({
    initialValues: {
      name: base?.name ?? "",
      description: base?.description ?? "",
      shared: base?.shared ?? false,
      embedding_provider: base?.embedding_provider ?? OFFLINE,
      embedding_model: base?.embedding_model ?? "",
      chunk_size: base?.chunk_size ?? 1000,
      chunk_overlap: base?.chunk_overlap ?? 200,
    },
    validate: { name: (value) => (value.trim() ? null : t("nameMissing")) },
  });
  const save = useSave(
    (draft: KnowledgeBaseDraft) =>
      base
        ? ask("patch", "/api/knowledge-bases/{base_id}/", { ...at({ base_id: base.id }), body: draft })
        : ask("post", "/api/knowledge-bases/", { body: draft }),
    {
      form,
      onSuccess: (saved) => {
        void refresh("/api/knowledge-bases/*");
        onClose();
        onSaved?.(saved);
      },
    },
  );
  const models = useEmbeddingModels(form.values.embedding_provider);
  return (
    <Modal opened onClose={onClose} title={base ? t("edit", { name: base.name }) : t("new")} size={560}>
      <form className={classes.form} onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormError error={save.formError} />
        <TextInput
          label={t("name")}
          data-autofocus
          maxLength={limits.KnowledgeBaseCreate.name}
          {...form.getInputProps("name")}
        />
        <Textarea
          label={t("description")}
          description={t("descriptionHelp")}
          {...autosize(2)}
          {...form.getInputProps("description")}
        />
        <EmbedderSelect {...form.getInputProps("embedding_provider")} />
        {form.values.embedding_provider !== OFFLINE && (
          <Autocomplete label={t("model")} data={models} {...form.getInputProps("embedding_model")} />
        )}
        <Group grow align="flex-start">
          <NumberInput
            label={t("chunkSize")}
            description={t("inCharacters")}
            {...form.getInputProps("chunk_size")}
          />
          <NumberInput
            label={t("overlap")}
            description={t("inCharacters")}
            {...form.getInputProps("chunk_overlap")}
          />
        </Group>
        <Switch label={t("shared")} {...form.getInputProps("shared", { type: "checkbox" })} />
        {base && <p className={classes.meta}>{t("changeHint")}</p>}
        <FormButtons submit={base ? "save" : "create"} loading={save.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

type EmbedderProps = { value?: string; onChange?: (value: string) => void; error?: React.ReactNode };

function EmbedderSelect({ value, onChange, error }: EmbedderProps) {
  const { t } = useTranslation("knowledge");
  const providers = (useProviders().data ?? []).filter(({ wire, enabled }) => wire === "openai" && enabled);
  const options = providers.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={t("embedder")}
      description={t(value === OFFLINE ? "offlineHelp" : "remoteHelp")}
      data={[{ value: OFFLINE, label: t("offline") }, ...options]}
      allowDeselect={false}
      value={value}
      error={error}
      onChange={(next) => onChange?.(next ?? OFFLINE)}
    />
  );
}

function useEmbeddingModels(providerId: string): string[] {
  const provider = useProviders().data?.find(({ id }) => id === providerId);
  return useProviderPresets().data?.find(({ id }) => id === provider?.preset)?.embedding_models ?? [];
}
