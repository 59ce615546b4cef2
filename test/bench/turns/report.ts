import { textRules } from '../../../providers/textRules/textRules.ts';
import { evaluatePolicies, findOperatingPoints, type OperatingPoints } from '../../../src/cli/turns/eotBench.ts';
import { formatOperatingPoints, formatShare } from '../../../src/cli/turns/operatingTable.ts';
import type { ScoredPause } from '../../../src/cli/turns/policies.ts';
import { scorePauses } from '../../../src/cli/turns/scorePauses.ts';
import { formatTable } from '../../../src/cli/table.ts';
import type { PauseTurnModel } from '../../../src/core/turnModel.ts';
import type { Measurement, TurnSet } from './measureTurns.ts';
import type { SpokenTurn } from './spokenTurns.ts';
import { TEXTS, type TextKind } from './texts.ts';
import { WORD_DELAY_MS } from './transcriber.ts';

/** Published figures of eot-bench (https://github.com/livekit/eot-bench), English: of its own set of recorded calls. */
const PUBLISHED: readonly OperatingPoints[] = [
  { title: 'LiveKit Turn Detector v1', cutOffsAt300: 0.099, cutOffsAt600: 0.045, waitAt5: 543, waitAt10: 295 },
  { title: 'Deepgram Flux', cutOffsAt300: 0.129, cutOffsAt600: 0.099, waitAt5: 1151, waitAt10: 548 },
  { title: 'turn-1-mini', cutOffsAt300: 0.226, cutOffsAt600: undefined, waitAt5: 849, waitAt10: undefined },
  { title: 'Smart Turn v3.2', cutOffsAt300: 0.352, cutOffsAt600: 0.148, waitAt5: 1051, waitAt10: 739 },
  { title: 'silence', cutOffsAt300: 0.556, cutOffsAt600: 0.217, waitAt5: 1600, waitAt10: 1000 },
];

/** Formats measurements as tables. */
export function formatMeasurements(measured: readonly Measurement[], { turns }: TurnSet): string {
  const pauses = turns.reduce((sum, { turn }) => sum + turn.pauses.length, 0);
  const kinds = (Object.keys(TEXTS) as TextKind[]).filter((kind) => TEXTS[kind].some((text) => text.includes('|')));
  const columns = ['', 'cut off, pauses', 'turns', 'wait, mean', 'median', 'p95', ...kinds];
  const rows = measured.map(({ title, cutOffs, cutTurns, waits, byKind }) => [
    title,
    formatShare(cutOffs),
    formatShare(cutTurns),
    ...[waits.mean, waits.median, waits.p95].map((ms) => ms.toFixed(0)),
    ...kinds.map((kind) => (byKind[kind] ?? []).join(' of ')),
  ]);
  const table = formatTable(
    columns.map((title, n) => ({ title, align: n === 0 ? 'left' : 'right' })),
    rows,
  );
  return `${turns.length} turns with ${pauses} pauses\n\n${table}`;
}

/** Formats this set at the operating points of eot-bench, with the published figures of its own set below. */
export async function formatEotBench({ turns }: TurnSet): Promise<string> {
  const scored: ScoredPause[] = [];
  for (const { turn } of turns) scored.push(...(await scoreTurn(turn, textRules())));
  const own = [
    findOperatingPoints('text rules', evaluatePolicies(scored)),
    findOperatingPoints('silence', evaluatePolicies(scored, 'silence')),
  ];
  return `${formatOperatingPoints(own)}\n\neot-bench, English, published:\n\n${formatOperatingPoints(PUBLISHED)}`;
}

function scoreTurn(
  { samples, words, pauses, endMs, agent }: SpokenTurn,
  model: PauseTurnModel,
): Promise<readonly ScoredPause[]> {
  const known = words.map((word) => ({ text: word.text, knownMs: word.endMs + WORD_DELAY_MS }));
  const turn = { startMs: 500, words: known, pauses, endMs, agent: { heard: agent, unsaid: '' } };
  return scorePauses({ samples, turns: [turn], language: 'en' }, model);
}
