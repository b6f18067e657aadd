/**
 * One line that is there to be taken away: an address, a link, a key. It is shown whole, with the
 * button that copies it at its end. Must not be used for what has lines: that is `CodeView`.
 */
import { CopyButton } from './copy-button.tsx';

export interface CopyLineProps {
  readonly text: string;
  /** What it is, for the button and for screen readers. */
  readonly what: string;
}

export function CopyLine({ text, what }: CopyLineProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    <div className="copy-line" role="group" aria-label={what}>
      <span className="mono wrap">{text}</span>
      <CopyButton text={text} what={what} />
    </div>
  );
}
