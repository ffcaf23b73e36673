import { Modal, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { sessionEnded, sessionResumed } from "@/api/session-events";
import type { Session, User } from "@/api/types";
import { lazyComponent } from "@/components/lazy-component";
import { dropMatrixDraft } from "@/stores/matrix-draft";

const SignInForm = lazyComponent(async () => (await import("@/features/session/sign-in-form")).SignInForm);

/** Asks to sign in again when the session has ended; the page below is preserved and continues. */
export function SignInAgain({ user }: { user: User }) {
  const { t } = useTranslation("session");
  const client = useQueryClient();
  const [ended, setEnded] = useState(false);
  useEffect(() => sessionEnded.listen(() => setEnded(true)), []);
  const resume = (session: Session) => {
    // Nothing of one person may stay on another one's screen.
    if (session.user?.id !== user.id) {
      dropMatrixDraft();
      window.location.reload();
      return;
    }
    setEnded(false);
    void client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
    sessionResumed.emit();
  };
  return (
    <Modal
      opened={ended}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="sm"
      title={t("again.title")}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t("again.text")}
      </Text>
      <SignInForm username={user.username} onSignedIn={resume} />
      <Text size="xs" c="dimmed" mt="md">
        {t("again.other")}
      </Text>
    </Modal>
  );
}
