import { createElement, keepAtEnd, listView, requireElement, timeText } from '../dom.ts';
import type { Entry } from '../journal.ts';

/** Creates the view of the events, with the latest at the end. */
export function journalView(root: ParentNode): (journal: readonly Entry[]) => void {
  const list = requireElement(root, 'events', HTMLOListElement);
  const hint = requireElement(root, 'events-hint', HTMLParagraphElement);
  const show = listView<Entry>(list, { keyOf: ({ seq }) => `${seq}`, draw: entry });
  let shown: readonly Entry[] | undefined;
  return (journal) => {
    if (journal === shown) return;
    shown = journal;
    const follow = keepAtEnd(list);
    show(journal);
    hint.hidden = journal.length > 0;
    follow();
  };
}

function entry({ atMs, name, side, detail }: Entry): HTMLElement {
  const shown = createElement('span', 'detail', detail);
  shown.title = detail;
  const time = createElement('span', 'time', timeText(atMs));
  return createElement('li', `event ${side}`, time, createElement('code', '', name), shown);
}
