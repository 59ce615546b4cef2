import { requireElement } from '../dom.ts';
import type { Notice } from '../notices.ts';

/** Creates the view of the notice, with a button to go on by typing, and one that lets sound run again, as every click does. */
export function noticeView(root: ParentNode, typeInstead: () => void): (notice: Notice | null) => void {
  const box = requireElement(root, 'notice', HTMLElement);
  const title = requireElement(root, 'notice-title', HTMLParagraphElement);
  const advice = requireElement(root, 'notice-advice', HTMLParagraphElement);
  const typing = requireElement(root, 'type-instead', HTMLButtonElement);
  const sound = requireElement(root, 'sound-on', HTMLButtonElement);
  let shown: Notice | null = null;
  typing.addEventListener('click', typeInstead);
  return (notice) => {
    if (notice === shown) return;
    shown = notice;
    box.hidden = notice === null;
    title.textContent = notice?.title ?? '';
    advice.textContent = notice?.advice ?? '';
    typing.hidden = notice?.way !== 'type';
    sound.hidden = notice?.way !== 'sound';
  };
}
