import DOMPurify from "dompurify";
import { memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Citation } from "@/api/types";
import { CitationChip } from "@/components/chat/citation-chip";
import { CopyButton } from "@/components/copy-button";
import { useAddressForReader } from "@/components/files-address";
import { LINK, markdownBlocks } from "@/lib/markdown";
import classes from "./markdown.module.css";

/** Allowed elements of Markdown: no picture, frame, form or script, whatever the parser permits. */
const ALLOWED = {
  ALLOWED_TAGS: [
    ...["h3", "h4", "h5", "h6", "div", "p", "br", "hr", "blockquote", "ul", "ol", "li", "pre", "code"],
    ...["em", "strong", "s", "a", "table", "thead", "tbody", "tr", "th", "td", "span"],
  ],
  ALLOWED_ATTR: ["href", "target", "rel", "title", "start", "align", "class"],
  // Every other attribute is held to it, too, unless it is named here.
  ALLOWED_URI_REGEXP: LINK,
  ADD_URI_SAFE_ATTR: ["target", "rel", "start", "align"],
};

const NONE: readonly Citation[] = [];

type Props = {
  text: string;
  /** Passages behind the numbers in brackets. */
  citations?: readonly Citation[];
};

export function MarkdownView({ text, citations = NONE }: Props) {
  const forReader = useAddressForReader();
  const sources = useMemo(() => new Map(citations.map((one) => [one.number, one])), [citations]);
  const blocks = useMemo(
    () => markdownBlocks(text, forReader, new Set(sources.keys())),
    [text, forReader, sources],
  );
  return (
    <div className={classes.markdown}>
      {blocks.map((html, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
        <Block key={at} html={html} sources={sources} />
      ))}
    </div>
  );
}

type BlockProps = { html: string; sources: ReadonlyMap<number, Citation> };

const Block = memo(function Block({ html, sources }: BlockProps) {
  const block = useRef<HTMLDivElement>(null);
  const clean = useMemo(() => DOMPurify.sanitize(html, ALLOWED), [html]);
  const [places, setPlaces] = useState<HTMLElement[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML has other elements
  useLayoutEffect(
    () => setPlaces([...(block.current?.querySelectorAll<HTMLElement>(".code, .cite") ?? [])]),
    [clean],
  );
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above */}
      <div ref={block} dangerouslySetInnerHTML={{ __html: clean }} />
      {places.map((place, at) =>
        createPortal(
          place.className === "code" ? (
            <CopyButton text={() => place.querySelector("code")?.textContent ?? ""} />
          ) : (
            <Chip citation={sources.get(Number(place.dataset.number))} />
          ),
          place,
          `${at}`,
        ),
      )}
    </>
  );
});

/** Empty for the moment in which the sources have changed and the HTML has not. */
function Chip({ citation }: { citation: Citation | undefined }) {
  return citation && <CitationChip citation={citation} />;
}
