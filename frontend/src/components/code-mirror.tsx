/**
 * CodeMirror as a field of React.
 *
 * What is typed lives in the editor; `value` only brings in what others changed. A value that comes back later than the
 * next key would otherwise replace what was typed meanwhile.
 */

import { Annotation, Compartment, EditorState, type Extension, Transaction } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { notifyTooLong } from "@/components/notify-too-long";
import { takeKeysFor } from "@/lib/key-buffer";
import { MAX_CHARACTERS } from "@/lib/long-pastes";

type Props = {
  value: string;
  onChange: (value: string) => void;
  /** Keep it the same between renders: a new one configures the editor again. */
  extensions: Extension;
  className?: string | undefined;
  /** By which the placeholder of this editor knew it. */
  name: string;
  /** Filled with the editor while it is shown. */
  view: RefObject<EditorView | null>;
};

const fromOutside = Annotation.define<boolean>();
const configuration = new Compartment();

export function CodeMirror({ name, value, onChange, extensions, className, view }: Props) {
  const host = useRef<HTMLDivElement>(null);
  /** Texts that went out and have not come back as `value` yet, oldest first. */
  const sent = useRef<string[]>([]);
  const latest = useRef({ name, value, extensions, onChange });
  const configured = useRef(extensions);
  useLayoutEffect(() => {
    latest.current = { name, value, extensions, onChange };
  });

  useLayoutEffect(() => {
    const onUpdate = ({ docChanged, transactions, state }: ViewUpdate) => {
      if (!docChanged || transactions.every((transaction) => transaction.annotation(fromOutside))) return;
      const text = state.doc.toString();
      sent.current.push(text);
      latest.current.onChange(text);
    };
    const editor = new EditorView({
      ...(host.current && { parent: host.current }),
      doc: latest.current.value,
      extensions: [
        configuration.of(latest.current.extensions),
        limitLength(notifyTooLong),
        EditorView.updateListener.of(onUpdate),
      ],
    });
    configured.current = latest.current.extensions;
    view.current = editor;
    takeKeysFor(latest.current.name, () => {
      editor.dispatch({ selection: { anchor: editor.state.doc.length } });
      editor.focus();
    });
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [view]);

  useLayoutEffect(() => {
    if (configured.current === extensions) return;
    configured.current = extensions;
    view.current?.dispatch({ effects: configuration.reconfigure(extensions) });
  }, [extensions, view]);

  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const text = editor.state.doc.toString();
    const returned = sent.current.indexOf(value);
    if (value === text) sent.current = [];
    else if (returned >= 0) sent.current.splice(0, returned + 1);
    else
      editor.dispatch({
        changes: minimalChange(text, value),
        annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
        filter: false,
      });
  }, [value, view]);

  return <div ref={host} className={className} />;
}

/** @param onRefused takes the length that the text would have had. */
/** Refuses what would make a text too long for the editor and for the server, as a large paste does. */
function limitLength(onRefused: (length: number) => void): Extension {
  return EditorState.changeFilter.of(({ changes: { length, newLength } }) => {
    // A text that came in too long may be made shorter.
    if (newLength <= MAX_CHARACTERS || newLength <= length) return true;
    onRefused(newLength);
    return false;
  });
}

/** The one replacement that makes `after` out of `before`; what is the same at both ends stays, and carets with it. */
export function minimalChange(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
