import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";
import { startI18n } from "@/i18n";

await startI18n("en");

afterEach(cleanup);
