import { AntiphonError } from '../../../core/errors.ts';
import { METRIC_PARTS, type Metric, type MetricPart } from '../../../core/metric.ts';
import type { ConversationLog } from '../conversationLog.ts';
import { parseMs, type Duration } from '../time.ts';
import { percentile } from '../waits.ts';
import type { Expectation } from './expectation.ts';

/** A statistic over all heard answers. `p95`: 95 % of the waits are at most this long. */
export type MetricFigure = 'mean' | 'median' | 'min' | 'max' | `p${number}`;

/** A condition on the waits for answers: `wait.p95 < 800ms`. `wait` is the whole wait, the others are its parts. */
export type MetricCondition = `${'wait' | MetricPart}.${MetricFigure} ${'<' | '<=' | '>' | '>=' | '='} ${Duration}`;

/**
 * Expects a figure of the session's metrics.
 *
 * @throws AntiphonError `usage_invalid` for an invalid condition
 */
export function expectMetrics(condition: MetricCondition): Expectation {
  const { part, figure, isMet } = parseCondition(condition);
  return ({ metrics }: ConversationLog) => {
    const values = metrics.filter(({ heard }) => heard).map((metric) => valueOf(metric, part));
    if (values.length === 0) return [{ text: `metrics('${condition}'): no answer was heard` }];
    const got = figureOf(
      figure,
      values.toSorted((a, b) => a - b),
    );
    const answers = values.length === 1 ? 'one answer' : `${values.length} answers`;
    return isMet(got) ? [] : [{ text: `metrics('${condition}'): it is ${Math.round(got)} ms, over ${answers}` }];
  };
}

interface Condition {
  readonly part: 'wait' | MetricPart;
  readonly figure: string;
  readonly isMet: (ms: number) => boolean;
}

const PARTS: readonly string[] = ['wait', ...METRIC_PARTS];
const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
};

function parseCondition(condition: string): Condition {
  const [, part = '', figure = '', sign = '', limit = ''] =
    /^(\w+)\.(mean|median|min|max|p\d{1,3}) *(<=|>=|<|>|=) *(\S+)$/u.exec(condition.trim()) ?? [];
  const compare = COMPARE[sign];
  if (compare === undefined || !PARTS.includes(part) || Number(figure.slice(1)) > 100)
    throw new AntiphonError(
      'usage_invalid',
      `metrics: expected a condition such as "wait.p95 < 800ms", with one of ${PARTS.join(', ')} and mean, median, min, max or p1 to p100, got "${condition}"`,
    );
  const limitMs = parseMs(limit as Duration);
  return { part: part as Condition['part'], figure, isMet: (ms) => compare(ms, limitMs) };
}

function valueOf({ totalMs, parts }: Metric, part: Condition['part']): number {
  return part === 'wait' ? totalMs : parts[part];
}

function figureOf(figure: string, sorted: readonly number[]): number {
  if (figure === 'mean') return sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const percent = { median: 50, min: 0, max: 100 }[figure] ?? Number(figure.slice(1));
  return percentile(percent, sorted);
}
