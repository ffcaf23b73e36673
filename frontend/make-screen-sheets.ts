/** Puts the pictures of the visual walk (`npm run e2e visual`) together: a sheet for each screen, for docs/screens.md. */

import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const pictures = join(import.meta.dirname, "test-results/visual");
const sheets = join(import.meta.dirname, "../docs/screens");

const SHEET_WIDTH = 1300;
const QUALITY = 60;
/** One large enough to read, the others for the impression. */
const LARGE = "1440-light-en";
const STYLE = `
  body { margin: 0; padding: 12px; background: #b9bec7; display: flex; flex-wrap: wrap; gap: 12px; align-items: start; }
  img { height: 204px; display: block; }
  img.large { height: auto; width: 100%; }
`;

/** The pictures of each screen by the name of its look, wide ones first: `1024-dark-zh-editor.png` is one of `editor`. */
async function byScreen(): Promise<Map<string, string[]>> {
  const screens = new Map<string, string[]>();
  for (const file of (await readdir(pictures)).sort()) {
    const screen = /^\d+-\w+-\w+-(.+)\.png$/.exec(file)?.[1];
    if (screen) screens.set(screen, [...(screens.get(screen) ?? []), file]);
  }
  return screens;
}

async function image(file: string): Promise<string> {
  const data = await readFile(join(pictures, file), "base64");
  return `<img class="${file.startsWith(LARGE) ? "large" : ""}" src="data:image/png;base64,${data}">`;
}

await mkdir(sheets, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 800 } });
for (const [screen, files] of await byScreen()) {
  const ordered = files.toSorted(
    (one, other) => Number(other.startsWith(LARGE)) - Number(one.startsWith(LARGE)),
  );
  const images = await Promise.all(ordered.map(image));
  await page.setContent(`<style>${STYLE}</style>${images.join("")}`);
  await page.screenshot({
    path: join(sheets, `${screen}.jpg`),
    type: "jpeg",
    quality: QUALITY,
    fullPage: true,
  });
}
await browser.close();
