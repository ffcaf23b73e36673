import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";
import { startI18n } from "@/i18n";

// happy-dom knows nothing of fonts; text fields that grow listen for them.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

await startI18n("en");

afterEach(cleanup);
