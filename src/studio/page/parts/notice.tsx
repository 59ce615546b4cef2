import { signal } from '@preact/signals';
import type { JSX } from 'preact';

const text = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Time for which a notice is shown, in ms. */
const SHOWN_MS = 2600;

/** Shows a short message, which screen readers announce. */
export function notify(message: string): void {
  clearTimeout(timer);
  text.value = message;
  timer = setTimeout(() => (text.value = ''), SHOWN_MS);
}

/** Copies text, and says so. */
export async function copy(copied: string, message: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(copied);
    notify(message);
  } catch {
    notify('The browser does not allow copying.');
  }
}

export function Notice(): JSX.Element {
  return (
    <p class="notice" role="status" data-shown={text.value !== ''}>
      {text.value}
    </p>
  );
}
