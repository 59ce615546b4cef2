import type { PlayoutEvent, SpeechEvent } from 'antiphon';
import type { SessionOutput } from 'antiphon/record';
import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { spokenWords, type Saying } from '../../../examples/phone/spokenWords.ts';

const utterance = 'u';
const word = (from: number, to: number, endMs: number) => ({ from, to, startMs: endMs - 100, endMs });
const SPEECH: readonly SpeechEvent[] = [
  { kind: 'text', utterance, text: 'Good evening, ' },
  { kind: 'text', utterance, text: 'Ada.' },
  { kind: 'words', utterance, words: [word(0, 4, 100), word(5, 12, 300)] },
  { kind: 'words', utterance, words: [word(14, 17, 500)] },
];

function emittedFor(playout: readonly PlayoutEvent[]): readonly Saying[] {
  const edges = { speech: new Subject<SpeechEvent>(), playout: new Subject<PlayoutEvent>() };
  const emitted: Saying[] = [];
  spokenWords(edges as Partial<SessionOutput['edges']> as SessionOutput['edges'], 8000).subscribe((saying) =>
    emitted.push(saying),
  );
  for (const event of SPEECH) edges.speech.next(event);
  for (const event of playout) edges.playout.next(event);
  return emitted;
}

const played = (ms: number): PlayoutEvent => ({ kind: 'played', utterance, samples: ms * 8 });
const stopped = (whole: boolean): PlayoutEvent => ({
  kind: 'stopped',
  utterance,
  samples: 0,
  heard: '',
  whole,
  by: 'timings',
  heardBy: 'marked',
});

test('a word appears when it is over, with what follows it', () => {
  expect(emittedFor([played(99), played(100), played(299), played(320)])).toEqual([
    { kind: 'words', text: 'Good ' },
    { kind: 'words', text: 'evening, ' },
  ]);
});

test('the last word has its full stop at the end', () => {
  expect(emittedFor([played(500), stopped(true)])).toEqual([
    { kind: 'words', text: 'Good evening, Ada' },
    { kind: 'words', text: '.' },
    { kind: 'end', whole: true },
  ]);
});

test('what was not heard does not appear', () => {
  expect(emittedFor([played(150), stopped(false)])).toEqual([
    { kind: 'words', text: 'Good ' },
    { kind: 'end', whole: false },
  ]);
});
