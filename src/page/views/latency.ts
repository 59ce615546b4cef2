import { stepsOf, drawWaterfall, type Step } from '../../draw/waterfall.ts';
import { WAITED_FOR } from '../../draw/waitedFor.ts';
import { createElement, listView, requireElement } from '../dom.ts';
import type { TurnLatency, Latency } from '../latency.ts';

/** Shortest scale in ms, so that a fast answer does not fill the width. */
const SCALE_MS = 2000;

/** Creates the table of answers with their latencies. */
export function latencyView(root: ParentNode): (latency: Latency) => void {
  const rows = requireElement(root, 'answers', HTMLTableSectionElement);
  const hint = requireElement(root, 'answers-hint', HTMLParagraphElement);
  const table = requireElement(root, 'answers-table', HTMLTableElement);
  const row = ({ answer, scaleMs }: Scaled): HTMLElement => rowOf(answer, scaleMs);
  let shown: readonly TurnLatency[] = [];
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
  readonly answer: TurnLatency;
  readonly scaleMs: number;
}

function rowOf(answer: TurnLatency, scaleMs: number): HTMLElement {
  const { question, parts } = answer;
  const heading = createElement('th', '', question);
  heading.scope = 'row';
  heading.title = question;
  const bar = createElement('td', 'made');
  bar.innerHTML = drawWaterfall(parts, scaleMs);
  bar.append(createElement('ul', 'figures', ...stepsOf(parts).map(figure), ...tokens(answer)));
  return createElement('tr', '', heading, bar, totalOf(answer));
}

/** Creates a figure with a label for screen readers. */
function figure({ part: name, ms }: Step): HTMLElement {
  const made = createElement('li', name, `${ms} ms`, createElement('span', 'visually-hidden', ` ${WAITED_FOR[name]}`));
  made.title = WAITED_FOR[name];
  return made;
}

function tokens({ usage }: TurnLatency): readonly HTMLElement[] {
  if (usage === null) return [];
  const { prompt_tokens: read, completion_tokens: written } = usage;
  const made = createElement('li', 'tokens', `${read} + ${written} tokens`);
  made.title = 'read and written by the model';
  return [made];
}

function totalOf({ totalMs, heard }: TurnLatency): HTMLElement {
  const total = createElement('td', 'total', `${(totalMs / 1000).toFixed(2)} s`);
  if (!heard) total.append(createElement('span', 'unheard', 'not heard'));
  return total;
}
