/**
 * Copies a text. Over plain HTTP to another machine browsers hide the clipboard, so the old way by
 * a selected field is kept. True when it was copied.
 */

/** `beside`: where the field may stand for a moment; a dialog keeps the focus within itself. */
export async function copyText(text: string, beside: HTMLElement): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copyBySelection(text, beside),
    );
  }
  return copyBySelection(text, beside);
}

function copyBySelection(text: string, beside: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  beside.after(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  beside.focus();
  return done;
}
