/** A skill: brought in as a file that the server reads, shown by what it is for. */

import { Button, FileButton, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { sentenceOf } from "@/api/errors";
import { ask, withParts } from "@/api/http";
import type { JsonObject } from "@/api/types";
import { objectOf } from "@/document/config";
import type { ControlProps } from "../control";

const ACCEPTED = ".zip,.md,.json";

export function SkillControl({ id, value, onChange, context }: ControlProps<JsonObject>) {
  const { t } = useTranslation("schema-form");
  const [refusal, setRefusal] = useState("");
  const [reading, setReading] = useState(false);
  const read = async (file: File | null) => {
    if (file === null) return;
    setReading(true);
    try {
      onChange(
        await ask("post", "/api/tools/skills/", { body: { file: file.name }, ...withParts({ file }) }),
      );
      setRefusal("");
    } catch (error) {
      setRefusal(sentenceOf(error) || t("skill.unreadable"));
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      {value && <SkillSummary skill={value} />}
      {!context.readOnly && (
        <Group gap="xs">
          <FileButton accept={ACCEPTED} inputProps={{ id }} onChange={read}>
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={reading}>
                {t(value ? "skill.replace" : "skill.upload")}
              </Button>
            )}
          </FileButton>
          {value && (
            <Button variant="subtle" color="gray" size="xs" onClick={() => onChange(null)}>
              {t("skill.remove")}
            </Button>
          )}
        </Group>
      )}
      {refusal && (
        <Text role="alert" size="xs" c="var(--mantine-color-error)" mt={4}>
          {refusal}
        </Text>
      )}
    </>
  );
}

function SkillSummary({ skill }: { skill: JsonObject }) {
  const { t } = useTranslation("schema-form");
  const files = Object.keys(objectOf(skill.files)).length;
  return (
    <div>
      <Text size="sm" fw={600}>
        {String(skill.name ?? "")}
      </Text>
      <Text size="xs" c="dimmed" lineClamp={3} mb={6}>
        {String(skill.description ?? "")} {files > 0 && t("skill.files", { count: files })}
      </Text>
    </div>
  );
}
