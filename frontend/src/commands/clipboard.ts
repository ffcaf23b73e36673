/** The system clipboard for menu entries; keys go through the browser's own copy and paste events. */

/** Last copy on this page, since browsers only allow the system clipboard on secure connections. */
let copied: string | null = null;

export async function writeClipboard(text: string): Promise<void> {
  copied = text;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Refused or missing: paste in this tab still works from memory.
  }
}

export function rememberCopied(text: string): void {
  copied = text;
}

export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return copied;
  }
}
