import { expect, test } from 'vitest';
import type { TranscriptDetails } from '../../../src/core/speech.ts';
import { toyDialect, answering, rehearse } from './toyWire.ts';

/** Every text comes with its one word, timed from `startMs` of the utterance. */
function timedFrom(startMs: number): Parameters<typeof rehearse>[1] {
  const details = (text: string): TranscriptDetails => ({
    words: [{ text, startMs, endMs: startMs + 50.4, confidence: 0.9 }],
    confidence: 0.9,
    language: 'en',
  });
  const receive: typeof toyDialect.receive = (frame) =>
    toyDialect
      .receive(frame)
      .map((action) => ('text' in action ? { ...action, details: details(action.text.trim()) } : action));
  const server = answering({
    'begin 0': ['5: interim 0 on'],
    'end 0': ['5: piece 0 one; piece 0 two; done 0'],
    'end 1': ['5: piece 1 three; done 1'],
  });
  return { server, wire: { dialect: () => ({ ...toyDialect, receive }) } };
}

test('interims and finals carry the details of their text', () => {
  const { events } = rehearse('sae', timedFrom(10));
  const word = { startMs: 10, endMs: 60, confidence: 0.9 };
  expect(events).toEqual([
    {
      kind: 'interim',
      segment: 0,
      text: 'on',
      words: [{ ...word, text: 'on' }],
      confidence: 0.9,
      language: 'en',
    },
    {
      kind: 'final',
      segment: 0,
      text: 'one two',
      words: [
        { ...word, text: 'one' },
        { ...word, text: 'two' },
      ],
      confidence: 0.9,
      language: 'en',
    },
  ]);
});

test('words are timed from the start of their segment, also behind a flush', () => {
  const { events } = rehearse('sa 98ms fa 98ms e S A 98ms F', timedFrom(10));
  const finals = events.filter(({ kind }) => kind === 'final');
  expect(finals.map((event) => ('words' in event ? event.words?.map(({ startMs }) => startMs) : []))).toEqual([
    [10, 10],
    [110],
  ]);
});

test('no word begins before its segment', () => {
  const { events } = rehearse('sae', timedFrom(-20));
  expect(events[0]).toMatchObject({ words: [{ startMs: 0, endMs: 30 }] });
});

test('a transcript of a wire that gives no details has none of their keys', () => {
  const { events } = rehearse('sae', { server: answering({ 'end 0': ['5: piece 0 one; piece 0 two; done 0'] }) });
  expect(events).toStrictEqual([{ kind: 'final', segment: 0, text: 'one two' }]);
});
