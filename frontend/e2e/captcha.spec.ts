/** A captcha before a public form: the page loads the service that the operator has chosen, and nobody else's code. */

import { chain, end, start, withForm } from "./documents";
import { test } from "./stand-ins";
import { expect } from "./story";

/** Turnstile's script, plus the effects of one modified in transit. */
const SCRIPT = `
  window.turnstile = {
    render: (place, { callback }) => {
      place.innerHTML = '<iframe src="https://challenges.cloudflare.com/frame"></iframe><button type="button">I am a person</button>';
      place.querySelector("button").onclick = () => callback("right");
      return "w1";
    },
    reset: () => {},
  };
  for (const kind of ["script", "iframe"]) {
    const other = document.createElement(kind);
    other.src = "https://elsewhere.example/" + kind;
    document.head.append(other);
  }
  window[new URL(document.currentScript.src).searchParams.get("onload")]();
`;

test("a visitor proves to be a person, and only the service's code is loaded", async ({
  api,
  visitor,
  captcha,
  watch,
}) => {
  watch.allow(/challenges\.cloudflare\.com/, /elsewhere\.example/);
  const document = withForm(chain(start("topic"), end({ result: "About {{ inputs.topic }}" })));
  const { id } = await api.createWorkflow({ name: "Only people", document });
  await api.publish(id);
  await visitor.route("https://challenges.cloudflare.com/**", (route) => {
    const isFrame = route.request().resourceType() === "document";
    return route.fulfill(
      isFrame
        ? { contentType: "text/html", body: "the widget" }
        : { contentType: "text/javascript", body: SCRIPT },
    );
  });
  const refused: string[] = [];
  visitor.on("console", (message) => {
    if (/elsewhere\.example.*Content Security Policy/s.test(message.text())) refused.push(message.text());
  });
  await visitor.goto(await api.triggerAddress(id, "public"));
  await visitor.getByRole("textbox", { name: "topic" }).fill("weft");
  const send = visitor.getByRole("button", { name: "Send" });
  await expect(visitor.frameLocator("form iframe").getByText("the widget")).toBeVisible();
  await expect(send).toBeDisabled();
  expect(refused).toHaveLength(2);

  await visitor.getByRole("button", { name: "I am a person" }).click();
  await send.click();
  await expect(visitor.getByText("About weft")).toBeVisible();
  expect(captcha.received).toEqual([{ path: "/siteverify", body: { secret: "s3cret", response: "right" } }]);
});
