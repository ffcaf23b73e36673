/** The forms in which values carry files: by an address of ours, or with the content in them. */

import type { Json } from "@/api/types";
import { isRecord } from "@/lib/json";

export type FileValue = {
  name: string;
  type: string;
  /** In bytes; null where it is not known. */
  size: number | null;
  /** Address on this server, or the content itself: other servers are never contacted. */
  href: string;
  isPicture: boolean;
};

/** The longer form is in what earlier versions kept. */
const OURS = /^\/api\/(?:tools\/)?files\/[0-9a-f-]{36}\/$/;
/** Pictures that cannot hold anything but a picture. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp|bmp)$/;
const DATA = /^data:([\w.+-]{1,60}\/[\w.+-]{1,60});base64,/;
const BASE64_START = /^[A-Za-z0-9+/]{8,64}/;
/** Longer contents stay text: the browser would have to hold them twice. */
const MOST_CONTENT = 8_000_000;

/** The file that a value is; null for any other value. */
export function fileOf(value: Json): FileValue | null {
  if (typeof value === "string") return fileOfText(value, "");
  if (!isRecord(value)) return null;
  const { address, name, size, data, type: kind, content_type: old, media_type: sent } = value;
  const type = [kind, old, sent].find((one) => typeof one === "string");
  if (typeof name !== "string" || typeof type !== "string" || type === "") return null;
  if (typeof address === "string" && OURS.test(address)) {
    const length = typeof size === "number" ? size : null;
    return { name, type, size: length, href: address, isPicture: PICTURE.test(type) };
  }
  if (typeof data !== "string" || !BASE64_START.test(data)) return null;
  return fileOfText(`data:${type};base64,${data}`, name);
}

function fileOfText(text: string, name: string): FileValue | null {
  const type = DATA.exec(text.slice(0, 150))?.[1];
  if (type === undefined || text.length > MOST_CONTENT) return null;
  const size = Math.floor(((text.length - text.indexOf(",") - 1) * 3) / 4);
  return { name, type, size, href: text, isPicture: PICTURE.test(type) };
}
