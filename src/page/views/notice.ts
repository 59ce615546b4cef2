import { requireElement } from '../dom.ts';
import type { Notice } from '../notices.ts';

/** Says in words what went wrong, and offers the way on. */
export function noticeView(root: ParentNode, typeInstead: () => void): (trouble: Notice | null) => void {
  const box = requireElement(root, 'trouble', HTMLElement);
  const title = requireElement(root, 'trouble-title', HTMLParagraphElement);
  const advice = requireElement(root, 'trouble-advice', HTMLParagraphElement);
  const typing = requireElement(root, 'type-instead', HTMLButtonElement);
  let shown: Notice | null = null;
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
