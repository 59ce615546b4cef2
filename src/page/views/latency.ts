import { svg } from '../../draw/svg.ts';
import { element, listView, part } from '../dom.ts';
import type { Answer, Latency, PartName } from '../latency.ts';

/** What the parts of an answer's time are called, in their order. */
const PARTS: Readonly<Record<PartName, string>> = {
  endpointing: 'to be sure that you had finished',
  handler: 'to the first words of the model',
  voice: 'to the first sound of the voice',
  held: 'held back',
};

/** The shortest scale, in ms: an answer that takes no time does not fill the width. */
const SCALE_MS = 2000;

/** Shows how long each answer took, and of what that time was made. */
export function latencyView(root: ParentNode): (latency: Latency) => void {
  const rows = part(root, 'answers', HTMLTableSectionElement);
  const hint = part(root, 'answers-hint', HTMLParagraphElement);
  const table = part(root, 'answers-table', HTMLTableElement);
  const row = ({ answer, scaleMs }: Scaled): HTMLElement => rowOf(answer, scaleMs);
  let shown: readonly Answer[] = [];
  const show = listView<Scaled>(rows, { keyOf: ({ answer }) => `${answer.turn}`, draw: row });
  return ({ answers }) => {
    if (answers === shown) return;
    shown = answers;
    const scaleMs = Math.max(SCALE_MS, ...answers.map(({ totalMs }) => totalMs));
    show(answers.map((answer) => ({ answer, scaleMs })));
    hint.hidden = answers.length > 0;
    table.hidden = answers.length === 0;
  };
}

interface Scaled {
  readonly answer: Answer;
  readonly scaleMs: number;
}

function rowOf({ question, parts, totalMs }: Answer, scaleMs: number): HTMLElement {
  const asked = element('th', '', question);
  asked.scope = 'row';
  asked.title = question;
  const made = element('td', 'made');
  made.innerHTML = barOf(parts, scaleMs);
  made.append(element('ul', 'figures', ...parts.filter(({ ms }) => ms >= 1).map(figure)));
  return element('tr', '', asked, made, element('td', 'total', `${(totalMs / 1000).toFixed(2)} s`));
}

/** In words for those who do not see its colour. */
function figure({ name, ms }: Answer['parts'][number]): HTMLElement {
  const made = element('li', name, `${Math.round(ms)} ms`, element('span', 'visually-hidden', ` ${PARTS[name]}`));
  made.title = PARTS[name];
  return made;
}

function barOf(parts: Answer['parts'], scaleMs: number): string {
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, { ms }) => sum + ms, 0));
  const bars = parts.map(({ name, ms }, index) =>
    svg('rect', {
      class: name,
      x: ((starts[index] ?? 0) / scaleMs) * 1000,
      y: 0,
      width: (ms / scaleMs) * 1000,
      height: 12,
    }),
  );
  return svg('svg', { viewBox: '0 0 1000 12', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, ...bars);
}
