import { expect, it } from 'vitest';
import type { TurnEvent } from '../../../src/core/turn.ts';
import { createHarness, createManualTts } from './score.ts';

const REPLY: readonly TurnEvent[] = [
  { kind: 'started', turn: 0 },
  { kind: 'text', turn: 0, round: 0, delta: 'One.' },
  { kind: 'ended', turn: 0, reason: 'complete' },
];

it('audio of a rate that cannot be converted fails its utterance', () => {
  const tts = createManualTts();
  const test = createHarness({}, { tts, sampleRate: 16_000 });
  test.reply(...REPLY);
  tts.output.next({ kind: 'audio', frame: { samples: new Int16Array(160), sampleRate: 16_001 } });
  expect(test.events.at(-1)).toEqual({ kind: 'ended', utterance: 'u0.0', reason: 'failed' });
  expect(test.reported.map(({ code }) => code)).toEqual(['usage_invalid']);
});
