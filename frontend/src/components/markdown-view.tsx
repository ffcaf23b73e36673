import DOMPurify from "dompurify";
import { memo, useMemo } from "react";
import { LINK, markdownBlocks } from "@/lib/markdown";
import classes from "./markdown.module.css";

/** What Markdown can become, and nothing else: no picture, frame, form or script, whatever the reader lets through. */
const ALLOWED = {
  ALLOWED_TAGS: [
    ...["h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "ul", "ol", "li", "pre", "code"],
    ...["em", "strong", "s", "a", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  ALLOWED_ATTR: ["href", "target", "rel", "title", "start", "align", "class"],
  // Every other attribute is held to it, too, unless it is named here.
  ALLOWED_URI_REGEXP: LINK,
  ADD_URI_SAFE_ATTR: ["target", "rel", "start", "align"],
};

export function MarkdownView({ text }: { text: string }) {
  const blocks = useMemo(() => markdownBlocks(text), [text]);
  return (
    <div className={classes.markdown}>
      {blocks.map((html, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
        <Block key={at} html={html} />
      ))}
    </div>
  );
}

const Block = memo(function Block({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised here
  return <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(html, ALLOWED) }} />;
});
