import { expect, test } from 'vitest';
import type { CallDetail } from '../../src/studio/protocol.ts';
import { small } from './support/indexed.ts';
import { askJson, createFolder, startTestStudio } from './support/studio.ts';

/** Opens a call with these lines, besides "table number 1", which the user has typed at 2 ms. */
async function open(lines: readonly object[]): Promise<CallDetail> {
  const studio = await startTestStudio(await createFolder([], { 'a.jsonl': small(1, lines) }));
  return askJson<CallDetail>(studio, '/api/call?id=a.jsonl');
}

const started = { kind: 'started', segment: 0, atMs: 100, voicedMs: 64, lastVoicedMs: 100 };
const final = (text: string): object => ({ kind: 'final', segment: 0, text });
const speech = (v: object): object => ({ t: 10, out: 'speech', v });

test('what the user says begins with the voice, and what the recogniser adds when it comes', async () => {
  const { transcript } = await open([
    { t: 100, out: 'activity', v: started },
    { t: 700, out: 'transcript', v: final('a table') },
    { t: 900, out: 'transcript', v: final('for two') },
  ]);
  expect(transcript.map(({ atMs, text }) => [atMs, text])).toEqual([
    [2, 'table number 1'],
    [36, 'a table'],
    [900, 'for two'],
  ]);
});

test('speech of the agent that was never played is in the transcript, all of it unheard', async () => {
  const { transcript } = await open([
    speech({ kind: 'started', turn: 0, utterance: 'u0.0' }),
    speech({ kind: 'text', utterance: 'u0.0', text: 'Hello.' }),
  ]);
  expect(transcript.filter(({ who }) => who === 'agent')).toMatchObject([{ atMs: 10, text: 'Hello.', heardChars: 0 }]);
});

test('words of the agent have their times in the call', async () => {
  const { transcript } = await open([
    speech({ kind: 'started', turn: 0, utterance: 'u0.0' }),
    speech({ kind: 'text', utterance: 'u0.0', text: 'Hello.' }),
    speech({ kind: 'words', utterance: 'u0.0', words: [{ from: 0, to: 5, startMs: 20, endMs: 320 }] }),
    { t: 100, out: 'playout', v: { kind: 'started', utterance: 'u0.0' } },
  ]);
  expect(transcript.flatMap(({ who, words }) => (who === 'agent' ? words : []))).toEqual([
    { fromMs: 120, toMs: 420, fromChar: 0, toChar: 5 },
  ]);
});

test('a request has the time of its first text, and how it ended', async () => {
  const delta = (t: number, own: object): object => ({ t, in: 'llm.0', v: { choices: [{ delta: own }] } });
  const { requests } = await open([
    { t: 20, out: 'opened', v: 'llm.0' },
    delta(30, { role: 'assistant', content: '' }),
    delta(50, { content: 'Hello' }),
    { t: 60, in: 'llm.0', end: true },
    { t: 70, out: 'opened', v: 'llm.1' },
    { t: 80, out: 'left', v: 'llm.1' },
    { t: 90, out: 'opened', v: 'llm.2' },
  ]);
  expect(requests).toMatchObject([
    { stream: 'llm.0', fromMs: 20, firstTextMs: 50, toMs: 60, outcome: 'complete' },
    { stream: 'llm.1', fromMs: 70, firstTextMs: null, toMs: 80, outcome: 'cancelled' },
    { stream: 'llm.2', fromMs: 90, firstTextMs: null, toMs: null, outcome: 'open' },
  ]);
});

test('no part of a wait is shorter than nothing', async () => {
  const { waits } = await open([
    speech({ kind: 'started', turn: 0, utterance: 'u0.0' }),
    { t: 900, out: 'playout', v: { kind: 'started', utterance: 'u0.0' } },
    { t: 900, out: 'metrics', v: { turn: 0, heard: true, totalMs: 800, parts: { vad: -5, stt: 800 } } },
  ]);
  expect(waits).toMatchObject([{ fromMs: 100, toMs: 900, parts: { vad: 0, stt: 800, tts: 0 } }]);
});
