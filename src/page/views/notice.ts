import { requireElement } from '../dom.ts';
import type { Notice } from '../notices.ts';

/** Actions that a notice offers. */
export interface NoticeActions {
  readonly typeInstead: () => void;
  readonly goOn: () => void;
}

/**
 * Creates the view of the notice, with a button for the action it offers. The sound notice needs no button: every click
 * lets the sound resume.
 */
export function noticeView(root: ParentNode, { typeInstead, goOn }: NoticeActions): (notice: Notice | null) => void {
  const box = requireElement(root, 'notice', HTMLElement);
  const title = requireElement(root, 'notice-title', HTMLParagraphElement);
  const advice = requireElement(root, 'notice-advice', HTMLParagraphElement);
  const typing = requireElement(root, 'type-instead', HTMLButtonElement);
  const resuming = requireElement(root, 'go-on', HTMLButtonElement);
  const sound = requireElement(root, 'sound-on', HTMLButtonElement);
  let shown: Notice | null = null;
  typing.addEventListener('click', typeInstead);
  resuming.addEventListener('click', goOn);
  return (notice) => {
    if (notice === shown) return;
    shown = notice;
    box.hidden = notice === null;
    title.textContent = notice?.title ?? '';
    advice.textContent = notice?.advice ?? '';
    typing.hidden = notice?.way !== 'type';
    resuming.hidden = notice?.way !== 'resume';
    sound.hidden = notice?.way !== 'sound';
  };
}
