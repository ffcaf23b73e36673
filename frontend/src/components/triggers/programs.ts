/** Programs that make a call, to be pasted as they are: curl, Python without packages, JavaScript for Node. Pure. */

export type Call = {
  method: string;
  url: string;
  body: string | null;
  headers: readonly (readonly [string, string])[];
  /** A name and a password (RFC 7617): each language encodes them itself. */
  basic?: readonly [string, string];
};

/** The header for an API token, which takes the place of the word. */
export const TOKEN = ["Authorization", "Bearer YOUR_TOKEN"] as const;
export const JSON_BODY = ["Content-Type", "application/json"] as const;

const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const quoted = (text: string) => JSON.stringify(text);

export function curlOf({ method, url, body, headers, basic }: Call): string {
  return [
    `curl -X ${method} ${shell(url)}`,
    ...(basic ? [`-u ${shell(basic.join(":"))}`] : []),
    ...headers.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${shell(body)}`]),
  ].join(" \\\n  ");
}

export function pythonOf({ method, url, body, headers, basic }: Call): string {
  const given = headers.map(([name, value]) => `${quoted(name)}: ${quoted(value)}`);
  const proof = basic
    ? [`"Authorization": "Basic " + b64encode(${quoted(basic.join(":"))}.encode()).decode()`]
    : [];
  return [
    ...(basic ? ["from base64 import b64encode"] : []),
    "from urllib.request import Request, urlopen",
    "",
    "request = Request(",
    `    ${quoted(url)},`,
    `    method=${quoted(method)},`,
    ...(body === null ? [] : [`    data=${quoted(body)}.encode(),`]),
    `    headers={${[...given, ...proof].join(", ")}},`,
    ")",
    "print(urlopen(request).read().decode())",
  ].join("\n");
}

export function javascriptOf({ method, url, body, headers, basic }: Call): string {
  const given = headers.map(([name, value]) => `${quoted(name)}: ${quoted(value)}`);
  const proof = basic
    ? [`"Authorization": "Basic " + Buffer.from(${quoted(basic.join(":"))}).toString("base64")`]
    : [];
  return [
    `const response = await fetch(${quoted(url)}, {`,
    `  method: ${quoted(method)},`,
    `  headers: { ${[...given, ...proof].join(", ")} },`,
    ...(body === null ? [] : [`  body: ${quoted(body)},`]),
    "});",
    "console.log(await response.text());",
  ].join("\n");
}
