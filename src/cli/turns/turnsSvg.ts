import { standaloneStyle } from '../../draw/style.ts';
import { escapeText, formatNumber, svg, type Svg } from '../../draw/svg.ts';
import { createScale, type Scale } from '../scale.ts';
import { drawAxes, FIELD, HEIGHT, WIDTH } from '../tradeField.ts';
import { selectFrontier, type TradeOff } from './policies.ts';
import type { ModelResult } from './report.ts';

/** Classes from the timeline style, assigned in order. */
const COLOURS = ['user', 'agent', 'model', 'function', 'cut'] as const;
const STYLE = '.timeline path.line.marble { fill: none; stroke-width: 2; }';

/** Draws the best policies of each model: mean wait to the right, pauses cut off upwards. */
export function drawTurnsSvg(results: readonly ModelResult[]): Svg {
  const frontiers = results.map(({ title, tradeOffs }) => ({ title, best: selectFrontier(tradeOffs) }));
  const all = frontiers.flatMap(({ best }) => best);
  const x = createScale([0, ...all.map(secondsOf)], [FIELD.left, FIELD.right]);
  const y = createScale([0, ...all.map(percentOf)], [FIELD.bottom, FIELD.top], 1);
  const height = HEIGHT + frontiers.length * LINE;
  return svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', class: 'timeline', viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height },
    svg('style', {}, standaloneStyle(), STYLE),
    svg('rect', { class: 'ground', width: WIDTH, height }),
    svg('text', { class: 'title', x: FIELD.left, y: 28 }, 'Waiting against being cut off'),
    ...drawAxes(x, y, { label: 'pauses within turns that are cut off', unit: ' %' }),
    ...frontiers.flatMap(({ title, best }, n) => drawModel({ title, best, n }, x, y)),
  );
}

/** Height of a line below the field, in px. */
const LINE = 18;

interface Frontier {
  readonly title: string;
  readonly best: readonly TradeOff[];
  readonly n: number;
}

/** Draws a model as steps: of two adjacent policies, the quicker one has at least as many cut-offs. */
function drawModel({ title, best, n }: Frontier, x: Scale, y: Scale): readonly Svg[] {
  const colour = COLOURS[n % COLOURS.length] ?? 'user';
  const points = best.map((one) => [x.at(secondsOf(one)), y.at(percentOf(one))] as const);
  const steps = points.map(([px, py], at) =>
    at === 0 ? `M${formatNumber(px)} ${formatNumber(py)}` : `H${formatNumber(px)}V${formatNumber(py)}`,
  );
  const legendY = HEIGHT + n * LINE;
  return [
    svg('path', { class: `line marble ${colour}`, d: steps.join('') }),
    svg('path', { class: `line marble ${colour}`, d: `M${FIELD.left} ${legendY - 4}h24` }),
    svg('text', { x: FIELD.left + 32, y: legendY }, escapeText(title)),
  ];
}

function secondsOf({ waits }: TradeOff): number {
  return waits.mean / 1000;
}

function percentOf({ cutOffs }: TradeOff): number {
  return 100 * cutOffs;
}
