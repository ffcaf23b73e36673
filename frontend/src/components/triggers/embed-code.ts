/** HTML that shows a form inside another page. Pure. */

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

export function embedCode(address: string, title: string): string {
  const named = title.replace(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign);
  return `<iframe src="${address}" title="${named}" width="100%" height="640" style="border: 0"></iframe>`;
}
