import { element, part } from '../dom.ts';

/** Lets the person type, and offers what the recogniser understands, as buttons. */
export function typingView(root: ParentNode, phrases: readonly string[], say: (text: string) => void): void {
  const form = part(root, 'typing', HTMLFormElement);
  const field = part(root, 'words', HTMLInputElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value.trim();
    field.value = '';
    if (text !== '') say(text);
  });
  part(root, 'phrases-box', HTMLElement).hidden = phrases.length === 0;
  part(root, 'phrases', HTMLUListElement).replaceChildren(...phrases.map((phrase) => phraseOf(phrase, say)));
}

function phraseOf(phrase: string, say: (text: string) => void): HTMLElement {
  const button = element('button', 'phrase', phrase);
  button.type = 'button';
  button.addEventListener('click', () => say(phrase));
  return element('li', '', button);
}
