import { requireElement } from '../dom.ts';

/** Connects the text field and the phrase buttons to `say`. */
export function typingView(root: ParentNode, say: (text: string) => void): void {
  const form = requireElement(root, 'typing', HTMLFormElement);
  const field = requireElement(root, 'words', HTMLInputElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value.trim();
    field.value = '';
    if (text !== '') say(text);
  });
  requireElement(root, 'phrases', HTMLUListElement).addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) say(target.textContent);
  });
}
