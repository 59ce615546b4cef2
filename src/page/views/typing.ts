import { part } from '../dom.ts';

/** Lets the person type, or press one of the phrases that the page offers. */
export function typingView(root: ParentNode, say: (text: string) => void): void {
  const form = part(root, 'typing', HTMLFormElement);
  const field = part(root, 'words', HTMLInputElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value.trim();
    field.value = '';
    if (text !== '') say(text);
  });
  part(root, 'phrases', HTMLUListElement).addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) say(target.textContent);
  });
}
