import { getDefaultZIndex, Modal, PasswordInput, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Proof, putConfirmations } from "@/api/confirmation";
import { ask } from "@/api/http";
import { lazyComponent } from "@/components/lazy-component";

const SecondStepForm = lazyComponent(
  async () => (await import("@/features/session/second-step")).SecondStepForm,
);

type Asked = { proofs: readonly Proof[]; answer: (isConfirmed: boolean) => void };

/** Asks for the password, and the second step, when an action needs them; the action continues afterwards. */
export function ConfirmDialog({ username }: { username: string }) {
  const { t } = useTranslation("session");
  const [asked, setAsked] = useState<Asked | null>(null);
  const [password, setPassword] = useState("");
  useEffect(
    () =>
      putConfirmations(
        (proofs) =>
          new Promise((resolve) => {
            setAsked({ proofs, answer: resolve });
          }),
      ),
    [],
  );
  const close = (isConfirmed: boolean) => {
    asked?.answer(isConfirmed);
    setAsked(null);
    setPassword("");
  };
  return (
    <Modal
      opened={asked !== null}
      onClose={() => close(false)}
      size="sm"
      title={t("confirm.title")}
      // Above the dialog whose act it is about.
      zIndex={getDefaultZIndex("overlay")}
    >
      {asked && (
        <>
          <Text size="sm" c="dimmed">
            {t("confirm.text")}
          </Text>
          <SecondStepForm
            proofs={asked.proofs}
            options={async () => (await ask("post", "/api/account/confirmation/options/")).options}
            send={async (proof) => {
              await ask("post", "/api/account/confirmation/", { body: { ...proof, password } });
              close(true);
            }}
            submit={t("confirm.submit")}
            cancel={t("confirm.cancel")}
            onCancel={() => close(false)}
          >
            {(errors) => (
              <>
                {/* So that password managers know whose password this is. */}
                <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
                <PasswordInput
                  label={t("password.label")}
                  autoComplete="current-password"
                  data-autofocus
                  visibilityToggleButtonProps={{ "aria-label": t("password.show") }}
                  error={errors.password}
                  value={password}
                  onChange={(event) => setPassword(event.currentTarget.value)}
                />
              </>
            )}
          </SecondStepForm>
        </>
      )}
    </Modal>
  );
}
