/**
 * The services' logos, which are drawn from packages into one picture of symbols: a file beside the scripts, fetched
 * when the first logo is shown.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const PACKAGES = new URL("./node_modules/", import.meta.url);

const models = (name: string) => `@lobehub/icons-static-svg/icons/${name}.svg`;
const brands = (name: string) => `simple-icons/icons/${name}.svg`;
const chats = (name: string) => `@ant-design/icons-svg/inline-svg/outlined/${name}.svg`;
const feishu = "@douyinfe/semi-icons/src/svgs/feishu_logo.svg";

/** By the id of a preset, a service of accounts, a bot, a sender or a tool: the file, and its colour if it has one. */
const LOGOS: Record<string, readonly [file: string, colour?: string]> = {
  // Models
  openai: [models("openai")],
  anthropic: [models("anthropic")],
  dashscope: [models("bailian-color")],
  "dashscope-intl": [models("bailian-color")],
  deepseek: [models("deepseek-color")],
  moonshot: [models("moonshot")],
  "moonshot-intl": [models("moonshot")],
  zhipu: [models("zhipu-color")],
  "zhipu-intl": [models("zai")],
  volcengine: [models("volcengine-color")],
  siliconflow: [models("siliconcloud-color")],
  openrouter: [models("openrouter"), "#6467f2"],
  azure: [models("azure"), "#0078d4"],
  ollama: [models("ollama")],
  vllm: [models("vllm-color")],
  gemini: [models("gemini"), "#4285f4"],
  mcp: [models("mcp")],
  // Accounts
  google: [models("google-color")],
  microsoft: [models("microsoft-color")],
  github: [brands("github")],
  gitlab: [brands("gitlab"), "#fc6d26"],
  slack: [chats("slack"), "#e01e5a"],
  notion: [brands("notion")],
  airtable: [brands("airtable"), "#18bfff"],
  dropbox: [brands("dropbox"), "#0061ff"],
  discord: [brands("discord"), "#5865f2"],
  linkedin: [chats("linkedin"), "#0a66c2"],
  x: [brands("x")],
  hubspot: [brands("hubspot"), "#ff7a59"],
  jira: [brands("jira"), "#2684ff"],
  feishu: [feishu, "#3370ff"],
  dingtalk: [chats("dingtalk"), "#1677ff"],
  douyin: [brands("tiktok")],
  zoom: [brands("zoom"), "#0b5cff"],
  asana: [brands("asana"), "#f06a6a"],
  // Bots, senders of webhooks and tools
  "google-sheets": [brands("googlesheets"), "#34a853"],
  "google-drive": [brands("googledrive"), "#4285f4"],
  gmail: [brands("gmail"), "#ea4335"],
  "google-calendar": [brands("googlecalendar"), "#4285f4"],
  brave: [brands("brave"), "#fb542b"],
  tavily: [models("tavily-color")],
  bocha: [models("bocha-color")],
  searxng: [models("searxng-color")],
  wordpress: [brands("wordpress"), "#21759b"],
  wecom: [chats("wechat-work"), "#2f7dcd"],
  wecom_app: [chats("wechat-work"), "#2f7dcd"],
  telegram: [brands("telegram"), "#26a5e4"],
  stripe: [brands("stripe"), "#635bff"],
  shopify: [brands("shopify"), "#7ab55c"],
  whatsapp: [brands("whatsapp"), "#25d366"],
  tiktok: [brands("tiktok")],
  wechat: [brands("wechat"), "#07c160"],
  xiaohongshu: [brands("xiaohongshu"), "#ff2442"],
};

/** A symbol takes the colour of the text around it where the logo has none of its own. */
function symbol(name: string, file: string, colour: string): string {
  const [, attributes, drawing] =
    /^<svg([^>]*)>(.*)<\/svg>\s*$/s.exec(readFileSync(new URL(file, PACKAGES), "utf8")) ?? [];
  const box = /viewBox="([\d. ]+)"/.exec(attributes ?? "")?.[1];
  if (!drawing || !box) throw new Error(`${file} is not a drawing with a view box`);
  const paths = drawing.replace(/<title>.*?<\/title>/, "").replaceAll('fill="black"', "");
  return `<symbol id="${name}" viewBox="${box}" fill="${colour}" fill-rule="evenodd">${paths}</symbol>`;
}

function sprite(): string {
  const symbols = Object.entries(LOGOS).map(([name, [file, colour]]) =>
    symbol(name, file, colour ?? "currentColor"),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}

/** Ships the picture, and `SERVICE_LOGOS`: its address below the base and the names of what is in it. */
export function serviceLogos(): Plugin {
  const source = sprite();
  const version = createHash("sha256").update(source).digest("hex").slice(0, 8);
  const file = `assets/service-logos-${version}.svg`;
  return {
    name: "service-logos",
    config: () => ({ define: { SERVICE_LOGOS: JSON.stringify({ file, names: Object.keys(LOGOS) }) } }),
    configureServer({ middlewares }) {
      middlewares.use(`/${file}`, (_request, response) => {
        response.setHeader("Content-Type", "image/svg+xml").end(source);
      });
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: file, source });
    },
  };
}
