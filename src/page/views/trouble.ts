import { part } from '../dom.ts';
import type { Trouble } from '../wording.ts';

/** Says in words what went wrong, and offers the way on. */
export function troubleView(root: ParentNode, typeInstead: () => void): (trouble: Trouble | null) => void {
  const box = part(root, 'trouble', HTMLElement);
  const title = part(root, 'trouble-title', HTMLParagraphElement);
  const advice = part(root, 'trouble-advice', HTMLParagraphElement);
  const typing = part(root, 'type-instead', HTMLButtonElement);
  let shown: Trouble | null = null;
  typing.addEventListener('click', typeInstead);
  return (trouble) => {
    if (trouble === shown) return;
    shown = trouble;
    box.hidden = trouble === null;
    title.textContent = trouble?.title ?? '';
    advice.textContent = trouble?.advice ?? '';
    typing.hidden = trouble?.way !== 'type';
  };
}
