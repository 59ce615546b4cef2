import { createElement, listView, requireElement, timeText } from '../dom.ts';
import type { Entry } from '../journal.ts';

/** Creates the view of the events, the latest at the end. */
export function journalView(root: ParentNode): (journal: readonly Entry[]) => void {
  const list = requireElement(root, 'events', HTMLOListElement);
  const hint = requireElement(root, 'events-hint', HTMLParagraphElement);
  const show = listView<Entry>(list, { keyOf: ({ seq }) => `${seq}`, draw: entry });
  let shown: readonly Entry[] | undefined;
  return (journal) => {
    if (journal === shown) return;
    shown = journal;
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    show(journal);
    hint.hidden = journal.length > 0;
    if (atEnd) list.scrollTop = list.scrollHeight;
  };
}

function entry({ atMs, name, side, detail }: Entry): HTMLElement {
  const shown = createElement('span', 'detail', detail);
  shown.title = detail;
  return createElement(
    'li',
    `event ${side}`,
    createElement('span', 'time', timeText(atMs)),
    createElement('code', '', name),
    shown,
  );
}
