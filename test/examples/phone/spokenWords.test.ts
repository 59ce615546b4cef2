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

type Report = Extract<PlayoutEvent, { readonly kind: 'played' | 'stopped' }>;

function emittedFor(playout: readonly Report[]): readonly Saying[] {
  return emittedBy([...SPEECH, ...playout]);
}

function emittedBy(events: readonly (SpeechEvent | Report)[]): readonly Saying[] {
  const edges = { speech: new Subject<SpeechEvent>(), playout: new Subject<PlayoutEvent>() };
  const emitted: Saying[] = [];
  spokenWords(edges as Partial<SessionOutput['edges']> as SessionOutput['edges'], 8000).subscribe((saying) =>
    emitted.push(saying),
  );
  for (const event of events) {
    if (event.kind === 'played' || event.kind === 'stopped') edges.playout.next(event);
    else edges.speech.next(event);
  }
  return emitted;
}

const played = (ms: number): Report => ({ kind: 'played', utterance, samples: ms * 8 });
const stopped = (whole: boolean): Report => ({
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

test('the space between two sentences comes with the second, also when its times become known between two reports', () => {
  const emitted = emittedBy([
    { kind: 'text', utterance, text: 'Of course. What else?' },
    { kind: 'words', utterance, words: [word(0, 2, 100), word(3, 10, 300)] },
    played(300),
    { kind: 'words', utterance, words: [word(11, 15, 500), word(16, 21, 700)] },
    played(310),
    played(700),
    stopped(true),
  ]);
  expect(emitted).toEqual([
    { kind: 'words', text: 'Of course.' },
    { kind: 'words', text: ' What else?' },
    { kind: 'end', whole: true },
  ]);
});
