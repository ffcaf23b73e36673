/** The script of a captcha service, loaded once per page. */

import type { Captcha } from "@/api/types";

type Options = { sitekey: string; callback: (answer: string) => void; "expired-callback": () => void };

/** Common interface of Turnstile, hCaptcha and reCAPTCHA. */
export type CaptchaService = {
  render: (place: HTMLElement, options: Options) => string | number;
  reset: (id: string | number) => void;
};
export type CaptchaWidget = { reset: () => void };

const READY = "flowloomCaptchaReady";
let loading: Promise<CaptchaService> | null = null;

export function loadCaptcha({ script, global_name: name }: Captcha): Promise<CaptchaService> {
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
