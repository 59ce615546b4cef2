import type { Usage } from '../../../core/usage.ts';
import type { Head } from '../../../record/format.ts';
import { outgoing, typedOf, type Trace } from '../../../replay/timeline/lines.ts';
import { waitsOf } from '../../../replay/timeline/waits.ts';
import type { CallRow } from '../../../studio/protocol.ts';
import { countCutOffs } from './cutOffs.ts';
import { isFailure } from './isFailure.ts';
import { normaliseText } from './normaliseText.ts';

/** What the index keeps of a recording. */
export interface Summary {
  /** Without `id` and `cost`, which depend on the folder and the prices. */
  readonly row: Omit<CallRow, 'id' | 'cost'>;
  readonly usage: Usage | null;
  /** What was said, in lower case. */
  readonly saidText: string;
}

/** Longest searchable text of a call, in characters. */
const MAX_SAID = 32_768;
/** Longest name in a row, in characters. */
const MAX_NAME = 200;

/** Summarises a recording without running it. */
export function summarise(head: Head, trace: Trace, lengthMs: number): Summary {
  const waits = waitsOf(trace).map(({ fromMs, toMs }) => Math.round((toMs ?? fromMs) - fromMs));
  const end = outgoing(trace, 'ended')[0]?.v ?? null;
  return {
    row: {
      recordedAt: readDate(head.recorded_at),
      line: head.io.line?.slice(0, MAX_NAME) ?? null,
      agent: head.agent?.slice(0, MAX_NAME) ?? null,
      lengthMs,
      turns: outgoing(trace, 'userTurn').filter(({ v }) => v.request === undefined).length,
      waitP50Ms: quantile(waits, 0.5),
      waitP95Ms: quantile(waits, 0.95),
      interruptions: outgoing(trace, 'event').filter(({ v }) => v.name === 'on_agent_interrupted').length,
      cutOffs: countCutOffs(trace),
      failures: outgoing(trace, 'error').filter(({ v }) => isFailure(v)).length,
      end: end === null ? null : end.slice(0, MAX_NAME),
      fault: null,
    },
    usage: outgoing(trace, 'usage')[0]?.v ?? null,
    saidText: readSaid(trace),
  };
}

/** Formats a date as ISO 8601 in UTC. Returns '' for a text that is not a date. */
function readDate(written: string): string {
  const ms = Date.parse(written);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}

function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

/** Joins what both sides said: the finals and typed texts of the user, and the messages of the agent as heard. */
function readSaid(trace: Trace): string {
  const finals = outgoing(trace, 'transcript').flatMap(({ v }) => (v.kind === 'final' ? v.text : []));
  const typed = typedOf(trace).map(({ v }) => v);
  const messages = outgoing(trace, 'event').flatMap(({ v }) => {
    const { content } = Object(v['message']) as { readonly content?: unknown };
    return typeof content === 'string' ? content : [];
  });
  const all = [...new Set([...finals, ...typed, ...messages])].join('\n');
  return normaliseText(all.slice(0, MAX_SAID));
}
