import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Logo } from "@/components/logo";
import classes from "@/features/session/session.module.css";
import { changeLanguage, LANGUAGES, languageName } from "@/i18n";

type Props = { title: string; text?: string; children: ReactNode };

/** The frame of the screens before one is signed in. */
export function AuthFrame({ title, text, children }: Props) {
  const { i18n } = useTranslation();
  return (
    <main className={classes.frame}>
      <div className={classes.languages}>
        {LANGUAGES.filter((language) => language !== i18n.language).map((language) => (
          <Button
            key={language}
            size="xs"
            variant="subtle"
            lang={language}
            onClick={() => void changeLanguage(language)}
          >
            {languageName(language)}
          </Button>
        ))}
      </div>
      <div className={classes.card}>
        <Logo size={36} />
        <h1 className={classes.title}>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
        {children}
      </div>
    </main>
  );
}
