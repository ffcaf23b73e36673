import { Button, Group, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answering } from "./answer-form";
import classes from "./approvals.module.css";

type Props = { answering: Answering };

/** The answer to a model's question, in words. */
export function QuestionForm({ answering }: Props) {
  const { t } = useTranslation("approvals");
  const [comment, setComment] = useState("");
  const decide = (decision: "approve" | "reject") => answering.mutate({ decision, values: {}, comment });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (comment.trim()) decide("approve");
  };
  const pending = answering.isPending ? answering.variables.decision : null;
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <Textarea
        label={t("question.answer")}
        description={t("question.help")}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={4000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          size="xs"
          type="submit"
          loading={pending === "approve"}
          disabled={!comment.trim() || pending !== null}
        >
          {t("question.send")}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={pending === "reject"}
          disabled={pending !== null}
          onClick={() => decide("reject")}
        >
          {t("question.refuse")}
        </Button>
      </Group>
    </form>
  );
}
