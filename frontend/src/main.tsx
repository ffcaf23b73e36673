/** Start: texts of the chosen language, then the first paint. */

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/app";
import { notifyTooLong } from "@/components/notify-too-long";
import { startI18n } from "@/i18n";
import { forgetChosenFiles } from "@/lib/file-choices";
import { refuseLongPastes } from "@/lib/long-pastes";
import { refuseFileDrops } from "@/lib/refuse-file-drops";
import { refuseRepeatedPresses } from "@/lib/repeated-presses";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no element with the id root");

refuseFileDrops();
refuseLongPastes(notifyTooLong);
refuseRepeatedPresses();
forgetChosenFiles();
await startI18n();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
