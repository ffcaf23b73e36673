/** Captcha of the operator's chosen service. */

import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Captcha } from "@/api/types";
import classes from "@/features/public-form/public-form.module.css";

const READY = "flowloomCaptchaReady";
let loading: Promise<CaptchaService> | null = null;

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

type Options = { sitekey: string; callback: (answer: string) => void; "expired-callback": () => void };

/** Interface shared by Turnstile, hCaptcha and reCAPTCHA. */
type CaptchaService = {
  render: (place: HTMLElement, options: Options) => string | number;
  reset: (id: string | number) => void;
};

type CaptchaWidget = { reset: () => void };

/** Loads the script of a captcha service, once per page. */
function loadCaptcha({ script, global_name: name }: Captcha): Promise<CaptchaService> {
  loading ??= new Promise((resolve, reject) => {
    const fail = () => {
      loading = null;
      reject(new Error("the captcha did not load"));
    };
    Object.assign(window, {
      [READY]: () => {
        const service: unknown = Reflect.get(window, name);
        if (isService(service)) resolve(service);
        else fail();
      },
    });
    const element = document.createElement("script");
    element.src = `${script}?render=explicit&onload=${READY}`;
    element.async = true;
    element.onerror = fail;
    document.head.append(element);
  });
  return loading;
}

function isService(found: unknown): found is CaptchaService {
  return typeof found === "object" && found !== null && "render" in found && "reset" in found;
}
