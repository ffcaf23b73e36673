import { format } from "node:util";
import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, expect } from "vitest";
import { startI18n } from "@/i18n";

// happy-dom knows nothing of fonts; text fields that grow listen for them.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

// A page that outlives its stand-in server by a moment reaches nobody.
globalThis.fetch = () => Promise.reject(new Error("no server stands in here"));

// Waiting ends as soon as the state is there; the limit only has to hold on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// Complaints of React and of libraries fail the test that caused them.
const complaints: string[] = [];
const complain = (...words: unknown[]) => complaints.push(format(...words));
console.error = complain;
console.warn = complain;

await startI18n("en");

afterEach(() => {
  cleanup();
  // Files share their document and modules: what one has put up or announced would be found in the next.
  document.body.replaceChildren();
  notifications.clean();
  expect(complaints.splice(0)).toEqual([]);
});
