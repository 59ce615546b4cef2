import { describe, expect, it } from 'vitest';
import { faultsOf } from '../properties/rules.ts';
import { effectOf, PHASES, playWithFaults, type Phase } from './conversation.ts';
import type { FaultName } from './timedFaults.ts';

/** The fault, its phase, how many of the answer’s 12 words are heard, and what is reported. */
type Row = readonly [fault: FaultName, phase: Phase, heard: number, ...codes: readonly string[]];

/** Its stream is opened anew, and gets the segment under way from its beginning. */
const RECOGNISER: readonly Row[] = [
  ['stt breaks', 'listening', 12, 'provider_failed'],
  ['stt breaks', 'thinking', 12, 'provider_failed'],
  ['stt breaks', 'speaking', 12, 'provider_failed'],
  ['stt refuses', 'listening', 12, 'provider_refused'],
  ['stt refuses', 'thinking', 12, 'provider_refused'],
  ['stt refuses', 'speaking', 12, 'provider_refused'],
  ['stt is mute', 'listening', 12, 'stt_timeout'],
  ['stt is mute', 'thinking', 12],
  ['stt is mute', 'speaking', 12],
  ['stt repeats itself', 'listening', 12],
  ['stt repeats itself', 'thinking', 12],
  ['stt repeats itself', 'speaking', 12],
];

/** What was heard before the fault stays. A TTS that does not speak yet has nothing to lose. */
const VOICE: readonly Row[] = [
  ['tts breaks', 'listening', 12],
  ['tts breaks', 'thinking', 12],
  ['tts breaks', 'speaking', 4, 'provider_failed'],
  ['tts stalls', 'listening', 12],
  ['tts stalls', 'thinking', 12],
  ['tts stalls', 'speaking', 4, 'tts_timeout'],
  ['tts garbles', 'listening', 12],
  ['tts garbles', 'thinking', 12],
  ['tts garbles', 'speaking', 12],
];

/** Whole sentences that were there are spoken. What fails a call fails the one after the instant. */
const MODEL: readonly Row[] = [
  ['llm throws', 'listening', 0, 'handler_failed'],
  ['llm rejects', 'listening', 0, 'handler_failed'],
  ['llm is mute', 'listening', 0, 'slow_reply', 'handler_timeout'],
  ['llm breaks', 'listening', 12],
  ['llm breaks', 'thinking', 0, 'handler_failed'],
  ['llm breaks', 'speaking', 4, 'handler_failed'],
  ['llm stalls', 'listening', 12],
  ['llm stalls', 'thinking', 0, 'slow_reply', 'handler_timeout'],
  ['llm stalls', 'speaking', 4, 'handler_timeout'],
  ['llm garbles', 'listening', 12],
  ['llm garbles', 'thinking', 0, 'chunk_invalid'],
  ['llm garbles', 'speaking', 4, 'chunk_invalid'],
  ['llm goes on', 'listening', 12],
  ['llm goes on', 'thinking', 12],
  ['llm goes on', 'speaking', 12],
];

/** Audio time is counted in samples: late and doubled frames move nothing that matters. */
const LINE: readonly Row[] = [
  ['line is late', 'listening', 12],
  ['line is late', 'thinking', 12],
  ['line is late', 'speaking', 12],
  ['line repeats itself', 'listening', 12],
  ['line repeats itself', 'thinking', 12],
  ['line repeats itself', 'speaking', 12],
  ['line is odd', 'listening', 12],
  ['line is odd', 'thinking', 12],
  ['line is odd', 'speaking', 12],
  ['loop stalls', 'listening', 12],
  ['loop stalls', 'thinking', 12],
  ['loop stalls', 'speaking', 12],
];

describe.each([
  ['the recogniser', RECOGNISER],
  ['the voice', VOICE],
  ['the model', MODEL],
  ['the line and the event loop', LINE],
])('%s fails a conversation of a question, an answer, and another question', (_, rows) => {
  it.each(rows.map(([fault, phase, heard, ...codes]) => ({ fault, phase, heard, codes })))(
    '$fault while $phase: $heard of 12 words are heard, and it listens',
    async ({ fault, phase, heard, codes }) => {
      const recording = await playWithFaults([{ atMs: PHASES[phase], fault }]);
      expect(faultsOf(recording)).toEqual([]);
      expect(effectOf(recording)).toEqual({ understood: true, heard, codes, after: 'it listens' });
    },
  );
});
