import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { KnowledgeBaseCreate } from "@/api/bodies.gen";
import { ask, at } from "@/api/http";
import type { KnowledgeBase } from "@/api/knowledge";
import { useProviderPresets, useProviders } from "@/api/settings";
import { formOf, RequestForm } from "@/components/schema-form/request-form";
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
  const providers = (useProviders().data ?? []).filter(({ wire, enabled }) => wire === "openai" && enabled);
  const presets = useProviderPresets().data ?? [];
  const schemaFor = (embedder: string) => {
    const preset = providers.find(({ id }) => id === embedder)?.preset;
    return formOf(KnowledgeBaseCreate, {
      name: { title: t("name"), missing: t("nameMissing") },
      description: {
        title: t("description"),
        description: t("descriptionHelp"),
        "x-widget": "long-text",
        "x-rows": [2],
      },
      embedding_provider: {
        title: t("embedder"),
        description: t(embedder === OFFLINE ? "offlineHelp" : "remoteHelp"),
        default: OFFLINE,
        enum: [OFFLINE, ...providers.map(({ id }) => id)],
        "x-enum-labels": {
          [OFFLINE]: { en: t("offline") },
          ...Object.fromEntries(providers.map(({ id, name }) => [id, { en: name }])),
        },
      },
      ...(embedder !== OFFLINE && {
        embedding_model: {
          title: t("model"),
          "x-suggestions": presets.find(({ id }) => id === preset)?.embedding_models ?? [],
        },
      }),
      chunk_size: { title: t("chunkSize"), description: t("inCharacters") },
      chunk_overlap: { title: t("overlap"), description: t("inCharacters") },
      shared: { title: t("shared"), "x-widget": "labelled-switch" },
    });
  };
  return (
    <Modal opened onClose={onClose} title={base ? t("edit", { name: base.name }) : t("new")} size={560}>
      <RequestForm
        schema={(values) => schemaFor(values.embedding_provider)}
        initial={{
          name: base?.name ?? "",
          description: base?.description ?? "",
          shared: base?.shared ?? false,
          embedding_provider: base?.embedding_provider ?? OFFLINE,
          embedding_model: base?.embedding_model ?? "",
          chunk_size: base?.chunk_size ?? 1000,
          chunk_overlap: base?.chunk_overlap ?? 200,
        }}
        send={(body) =>
          base
            ? ask("patch", "/api/knowledge-bases/{base_id}/", { ...at({ base_id: base.id }), body })
            : ask("post", "/api/knowledge-bases/", { body })
        }
        refreshes={["/api/knowledge-bases/*"]}
        onSaved={(saved) => {
          onClose();
          onSaved?.(saved);
        }}
        submit={base ? "save" : "create"}
        onCancel={onClose}
      >
        {base && <p className={classes.meta}>{t("changeHint")}</p>}
      </RequestForm>
    </Modal>
  );
}
