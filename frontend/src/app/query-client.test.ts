import { MutationObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { createQueryClient } from "./query-client";

it("tells a button that it sends before the next click can come", async () => {
  const sender = new MutationObserver(createQueryClient(), { mutationFn: () => new Promise(() => {}) });
  const heard: boolean[] = [];
  sender.subscribe(({ isPending }) => heard.push(isPending));
  void sender.mutate();
  await Promise.resolve();
  expect(heard).toContain(true);
});
