import DOMPurify from "dompurify";
import { memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { CopyButton } from "@/components/copy-button";
import { useAddressForReader } from "@/components/files-address";
import { LINK, markdownBlocks } from "@/lib/markdown";
import classes from "./markdown.module.css";

/** Allowed elements of Markdown: no picture, frame, form or script, whatever the parser permits. */
const ALLOWED = {
  ALLOWED_TAGS: [
    ...["h3", "h4", "h5", "h6", "div", "p", "br", "hr", "blockquote", "ul", "ol", "li", "pre", "code"],
    ...["em", "strong", "s", "a", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  ALLOWED_ATTR: ["href", "target", "rel", "title", "start", "align", "class"],
  // Every other attribute is held to it, too, unless it is named here.
  ALLOWED_URI_REGEXP: LINK,
  ADD_URI_SAFE_ATTR: ["target", "rel", "start", "align"],
};

export function MarkdownView({ text }: { text: string }) {
  const forReader = useAddressForReader();
  const blocks = useMemo(() => markdownBlocks(text, forReader), [text, forReader]);
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
  const block = useRef<HTMLDivElement>(null);
  const clean = useMemo(() => DOMPurify.sanitize(html, ALLOWED), [html]);
  const [codes, setCodes] = useState<Element[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML has other elements
  useLayoutEffect(() => setCodes([...(block.current?.querySelectorAll(".code") ?? [])]), [clean]);
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above */}
      <div ref={block} dangerouslySetInnerHTML={{ __html: clean }} />
      {codes.map((code, at) =>
        createPortal(
          <CopyButton text={() => code.querySelector("code")?.textContent ?? ""} />,
          code,
          `${at}`,
        ),
      )}
    </>
  );
});
