import { Button, Group, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as limits from "@/api/limits.gen";
import { autosize } from "@/components/autosize";
import { Form } from "@/components/form";
import { SubmitButton } from "@/components/submit-button";
import classes from "./approvals.module.css";

type Decision = "approve" | "reject";

type Props = {
  /** Decision being sent. */
  pending: Decision | null;
  onDecide: (decision: Decision, comment: string) => void;
};

/** The answer to a model's question, in words. */
export function QuestionForm({ pending, onDecide }: Props) {
  const { t } = useTranslation("approvals");
  const [comment, setComment] = useState("");
  const onSubmit = () => {
    if (comment.trim()) onDecide("approve", comment);
  };
  return (
    <Form className={classes.form} onSubmit={onSubmit}>
      <Textarea
        label={t("question.answer")}
        description={t("question.help")}
        {...autosize(2, 12)}
        maxLength={limits.ApprovalAnswer.comment}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Group gap="xs" className={classes.decisions}>
        <SubmitButton
          size="xs"
          loading={pending === "approve"}
          disabled={!comment.trim() || pending !== null}
        >
          {t("question.send")}
        </SubmitButton>
        <Button
          size="xs"
          variant="default"
          loading={pending === "reject"}
          disabled={pending !== null}
          onClick={() => onDecide("reject", comment)}
        >
          {t("question.refuse")}
        </Button>
      </Group>
    </Form>
  );
}
