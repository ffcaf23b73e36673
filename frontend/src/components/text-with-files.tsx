import { Fragment } from "react";
import { type TextPiece, withFileLinks } from "@/lib/file-links";

/** A text in which files that tools made can be opened. */
export function TextWithFiles({ text }: { text: string }) {
  return withFileLinks(text).map((piece) => <Fragment key={piece.at}>{pieceOf(piece)}</Fragment>);
}

function pieceOf({ text, href }: TextPiece) {
  if (href === undefined) return text;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  );
}
