/** Captcha of the operator's chosen service. */

import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Captcha } from "@/api/types";
import { type CaptchaWidget, loadCaptcha } from "./load-captcha";
import classes from "./public-form.module.css";

type Props = {
  captcha: Captcha;
  /** Another number asks again: an answer is valid once. */
  attempt: number;
  onAnswer: (answer: string) => void;
};

export function CaptchaField({ captcha, attempt, onAnswer }: Props) {
  const { t } = useTranslation("public-form");
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<CaptchaWidget | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let isGone = false;
    loadCaptcha(captcha)
      .then((service) => {
        if (isGone || !place.current) return;
        const id = service.render(place.current, {
          sitekey: captcha.site_key,
          callback: onAnswer,
          "expired-callback": () => onAnswer(""),
        });
        widget.current = { reset: () => service.reset(id) };
      })
      .catch(() => setMissing(true));
    return () => {
      isGone = true;
    };
  }, [captcha, onAnswer]);
  useEffect(() => {
    if (attempt > 0) widget.current?.reset();
  }, [attempt]);
  return (
    <>
      <div ref={place} />
      {isMissing && (
        <p className={classes.text} role="alert">
          {t("captchaMissing")}
        </p>
      )}
    </>
  );
}
