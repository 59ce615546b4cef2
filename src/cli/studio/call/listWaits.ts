import { METRIC_PARTS, type Metric } from '../../../core/metric.ts';
import { outgoing, type Trace } from '../../../replay/timeline/lines.ts';
import { measuredWaits } from '../../../replay/timeline/waits.ts';
import type { WaitView } from '../../../studio/protocol.ts';

/** Lists the waits for the answers that were heard, with their parts, in order. */
export function listWaits(trace: Trace): readonly WaitView[] {
  const texts = new Map(outgoing(trace, 'userTurn').map(({ v: { turn, text } }) => [turn, text] as const));
  return measuredWaits(trace).map(({ turn, fromMs, toMs, parts }) => ({
    turn,
    text: texts.get(turn) ?? '',
    fromMs,
    toMs,
    parts: readParts(parts),
  }));
}

/** Reads the parts of a recording that may be of another version, or hostile. */
function readParts(written: unknown): Metric['parts'] {
  const parts = Object(written) as Readonly<Record<string, unknown>>;
  const read = METRIC_PARTS.map((name) => [name, Number.isFinite(parts[name]) ? Math.max(0, Number(parts[name])) : 0]);
  return Object.fromEntries(read) as Metric['parts'];
}
