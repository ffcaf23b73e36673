/** Stories about outside services: one product that calls stand-ins, initially without providers. */

import { Receiver } from "./services/receiver";
import { test as base } from "./story";

type StandIns = { telegram: Receiver; captcha: Receiver };

export const test = base.extend<object, StandIns>({
  stage: "services",
  telegram: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const telegram = await Receiver.start({ ok: true, result: {} });
      await use(telegram);
      await telegram.stop();
    },
    { scope: "worker" },
  ],
  captcha: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const captcha = await Receiver.start({ success: true, hostname: "127.0.0.1" });
      await use(captcha);
      await captcha.stop();
    },
    { scope: "worker" },
  ],
  env: [
    async ({ telegram, captcha }, use) =>
      use({
        STAND_INS: JSON.stringify({ "api.telegram.org": telegram.url }),
        CAPTCHA_SERVICE: "turnstile",
        CAPTCHA_SITE_KEY: "site",
        CAPTCHA_SECRET: "s3cret",
        CAPTCHA_VERIFY_URL: `${captcha.url}/siteverify`,
      }),
    { scope: "worker" },
  ],
});
