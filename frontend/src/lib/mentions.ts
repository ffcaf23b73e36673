/** Mentions in a text: `@` and a user name. */

const NAME = "[\\p{L}\\p{N}_.@+-]";
const MENTION = new RegExp(`(^|[^A-Za-z0-9_.])@(${NAME}{1,150})`, "gu");
const BEFORE_CARET = new RegExp(`(^|[^A-Za-z0-9_.])@(${NAME}{0,150})$`, "u");
const LONGEST = 160;

/** The known user names that a text mentions; a full stop after a name is the sentence's. */
export function mentionsIn(text: string, known: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const [, , word = ""] of text.matchAll(MENTION)) {
    const name = knownName(word, known);
    if (name !== null) found.add(name);
  }
  return [...found];
}

/** The text in Markdown, with mentions of these people in bold. */
export function markMentions(text: string, known: ReadonlySet<string>): string {
  return text.replace(MENTION, (whole, before: string, word: string) => {
    const name = knownName(word, known);
    return name === null ? whole : `${before}**@${name}**${word.slice(name.length)}`;
  });
}

/** Text after the `@` before the caret; null outside a mention. */
export function typedMention(text: string, caret: number): string | null {
  return BEFORE_CARET.exec(text.slice(Math.max(0, caret - LONGEST), caret))?.[2] ?? null;
}

/** Longest known name at the start of a word. Chinese continues without a space; a Latin name ends with its word. */
function knownName(word: string, known: ReadonlySet<string>): string | null {
  for (let end = word.length; end > 0; end -= 1) {
    const name = word.slice(0, end);
    if (known.has(name) && !/\w/.test(word.charAt(end))) return name;
  }
  return null;
}
