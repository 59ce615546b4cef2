import { parseArgs } from 'node:util';
import { ASKED_EVENTS, type AskedEvent } from '../core/reason.ts';
import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import { readRecording } from '../record/read.ts';
import type { Difference } from '../replay/exact/compare.ts';
import { runExplained } from '../replay/explain.ts';
import { warningsOf } from '../replay/warnings.ts';
import { explainAbsence } from '../session/explain/whyNot.ts';
import { explainLog } from '../session/explain/explainLog.ts';
import type { Command } from './command.ts';
import { loadCustomParts } from './customParts.ts';
import { formatAbsence, formatAround, formatDecisions } from './explain/format.ts';
import { selectAround } from './explain/selectAround.ts';

export const explainCommand: Command = {
  name: 'explain',
  usage: `FILE [AT] [--why-not ${ASKED_EVENTS.join('|')}] [--session ./session.js] [--json]`,
  page: 'explain.md',
  about:
    'Explains the decisions of a recorded session: all of them, or those around a time such as 12.3s. With --why-not, says what was missing for an event at that time.',
  run: async (args, terminal) => {
    const { file, atMs, whyNot, session, json } = parseArguments(args);
    const recording = await readRecording(file);
    const own = await loadCustomParts(session);
    for (const warning of warningsOf(recording, own)) terminal.err(`warning: ${warning}`);
    const { log, difference } = await runExplained(recording, own);
    if (difference !== null) terminal.err(`warning: ${describeDifference(difference)}`);
    if (atMs !== undefined) checkTime(atMs, recording.lines.at(-1)?.t ?? 0);
    const write = (value: unknown, text: string): void => terminal.out(json ? JSON.stringify(value, null, 2) : text);
    if (whyNot !== undefined && atMs !== undefined) {
      const absence = explainAbsence(log, whyNot, atMs);
      write(absence, formatAbsence(absence, { atMs, columns: terminal.columns }));
      return 0;
    }
    const steps = explainLog(log);
    const around =
      atMs === undefined ? steps.filter(({ decisions }) => decisions.length > 0) : selectAround(steps, atMs);
    write(
      around,
      atMs === undefined ? formatDecisions(around, terminal.columns) : formatAround(around, steps, terminal.columns),
    );
    return 0;
  },
};

function describeDifference({ recorded, replayed }: Difference): string {
  const at = Math.min(recorded?.t ?? Number.POSITIVE_INFINITY, replayed?.t ?? Number.POSITIVE_INFINITY);
  const from = `${(at / 1000).toFixed(3)} s`;
  return `the current code decides otherwise than recorded from ${from} on, and the reasons are those of the current code: \`antiphon replay\` shows the difference`;
}

interface Arguments {
  readonly file: string;
  readonly atMs: number | undefined;
  readonly whyNot: AskedEvent | undefined;
  readonly session: string | undefined;
  readonly json: boolean;
}

const OPTIONS = {
  'why-not': { type: 'string' },
  session: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

function parseArguments(args: readonly string[]): Arguments {
  const { positionals, values } = parseOptions(args);
  const [file, at, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw new AntiphonError(
      'usage_invalid',
      `explain: expected one recording and a time, got ${positionals.length} arguments`,
    );
  const whyNot = parseEvent(values['why-not']);
  const atMs = at === undefined ? undefined : parseTime(at);
  if (whyNot !== undefined && atMs === undefined)
    throw new AntiphonError('usage_invalid', 'explain: expected a time with --why-not, such as 12.3s, got none');
  return { file, atMs, whyNot, session: values.session, json: values.json };
}

function parseOptions(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `explain: ${messageOf(cause)}`, { cause });
  }
}

function parseEvent(written: string | undefined): AskedEvent | undefined {
  if (written === undefined) return undefined;
  const event = ASKED_EVENTS.find((one) => one === written);
  if (event !== undefined) return event;
  const expected = ASKED_EVENTS.join(', ');
  throw new AntiphonError('usage_invalid', `explain: expected --why-not with one of ${expected}, got "${written}"`);
}

/** Parses a time in seconds, with or without a unit: `12.3`, `12.3s`, `12300ms`. */
function parseTime(written: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)?$/u.exec(written) ?? [];
  if (amount !== undefined) return unit === 'ms' ? Number(amount) : Math.round(Number(amount) * 1e6) / 1e3;
  throw new AntiphonError('usage_invalid', `explain: expected a time such as 12.3s, got "${written}"`);
}

function checkTime(atMs: number, lengthMs: number): void {
  if (atMs <= lengthMs) return;
  const length = `${(lengthMs / 1000).toFixed(1)} s`;
  throw new AntiphonError(
    'usage_invalid',
    `explain: expected a time within the ${length} of the recording, got ${atMs / 1000} s`,
  );
}
