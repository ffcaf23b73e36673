// Text and bytes.
class TextEncoder {
  encoding = "utf-8";
  encode(text = "") {
    return Uint8Array.from(unescape(encodeURIComponent(String(text).toWellFormed())), (letter) => letter.charCodeAt(0));
  }
}
class TextDecoder {
  constructor(label = "utf-8") {
    if (!/^utf-?8$/i.test(label)) throw new RangeError(`The encoding ${label} is not available, only utf-8.`);
    this.encoding = "utf-8";
  }
  decode(bytes = new Uint8Array()) {
    return ask("bytes_to_text", latin1(bytesOf(bytes)));
  }
}
const bytesOf = (value) => {
  if (typeof value === "string") return new TextEncoder().encode(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return new Uint8Array(value);
};
const latin1 = (bytes) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
};
const fromLatin1 = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 255);
const toBase64 = (text) => btoa(text);
const base64Url = (text) => toBase64(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const writers = {
  utf8: (bytes) => new TextDecoder().decode(bytes),
  hex: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""),
  base64: (bytes) => toBase64(latin1(bytes)),
  base64url: (bytes) => base64Url(latin1(bytes)),
  latin1,
  binary: latin1,
  ascii: latin1,
};
const readers = {
  utf8: (text) => new TextEncoder().encode(text),
  hex: (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16)),
  base64: (text) => fromLatin1(atob(text.replaceAll("-", "+").replaceAll("_", "/"))),
  latin1: fromLatin1,
  binary: fromLatin1,
  ascii: fromLatin1,
};
readers.base64url = readers.base64;
const coding = (table, name = "utf8") => {
  const found = table[String(name).toLowerCase().replace("utf-8", "utf8")];
  if (found) return found;
  throw new TypeError(`Unknown encoding: ${name}`);
};
class Buffer extends Uint8Array {
  static from(value, encoding) {
    const bytes = typeof value === "string" ? coding(readers, encoding)(value) : bytesOf(value);
    const buffer = new Buffer(bytes.length);
    buffer.set(bytes);
    return buffer;
  }
  static concat(parts) {
    return Buffer.from(parts.flatMap((part) => [...part]));
  }
  static isBuffer(value) {
    return value instanceof Buffer;
  }
  static byteLength(value, encoding) {
    return Buffer.from(value, encoding).length;
  }
  toString(encoding) {
    return coding(writers, encoding)(this);
  }
  toJSON() {
    return { type: "Buffer", data: [...this] };
  }
}
