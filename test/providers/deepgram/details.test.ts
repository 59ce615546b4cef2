import { expect, test } from 'vitest';
import { createFluxProtocol } from '../../../providers/deepgram/fluxProtocol.ts';
import { createListenDialect, novaProtocol, type ListenProtocol } from '../../../providers/deepgram/listenDialect.ts';
import type { SttAction, SttDialect } from '../../../src/wire/stt/dialect.ts';

const RATE = 16_000;

/** A connection with utterances of so many seconds, the last of them under way. */
function spoken(words: ListenProtocol, ...seconds: readonly number[]): SttDialect {
  const dialect = createListenDialect(RATE, words);
  seconds.forEach((length, utterance) => {
    dialect.begin(utterance);
    dialect.audio(utterance, new Int16Array(length * RATE));
    if (utterance < seconds.length - 1) dialect.end(utterance);
  });
  return dialect;
}

function results(alternative: object, fields: object = {}): string {
  const channel = { alternatives: [alternative] };
  return JSON.stringify({ type: 'Results', start: 0, duration: 2, is_final: true, channel, ...fields });
}

function detailsIn(actions: readonly SttAction[]): readonly unknown[] {
  return actions.flatMap((action) => (action.kind === 'piece' || action.kind === 'interim' ? [action.details] : []));
}

const HI = { word: 'hi', punctuated_word: 'Hi', start: 0.5, end: 0.75, confidence: 0.9 };
const ANN = { word: 'ann', punctuated_word: 'Ann.', start: 1, end: 1.5, confidence: 0.7 };

test('a result carries its words and its confidence', () => {
  const message = results({ transcript: 'Hi Ann.', confidence: 0.8, words: [HI, ANN] });
  expect(detailsIn(spoken(novaProtocol, 2).receive(message))).toStrictEqual([
    {
      words: [
        { text: 'Hi', startMs: 500, endMs: 750, confidence: 0.9 },
        { text: 'Ann.', startMs: 1000, endMs: 1500, confidence: 0.7 },
      ],
      confidence: 0.8,
    },
  ]);
});

test('interims carry theirs, also where one stands for the final', () => {
  const dialect = spoken(novaProtocol, 2);
  const alternative = { transcript: 'Hi', confidence: 0.8, words: [HI] };
  const details = { words: [{ text: 'Hi', startMs: 500, endMs: 750, confidence: 0.9 }], confidence: 0.8 };
  expect(detailsIn(dialect.receive(results(alternative, { is_final: false })))).toStrictEqual([details]);
  dialect.end(0);
  const empty = results({ transcript: '', words: [] }, { from_finalize: true });
  expect(detailsIn(dialect.receive(empty))).toStrictEqual([details]);
});

test('words are timed from the start of their utterance', () => {
  const message = results({ transcript: 'Hi', words: [{ ...HI, start: 2.5, end: 2.75 }] }, { start: 2, duration: 1 });
  expect(detailsIn(spoken(novaProtocol, 2, 1).receive(message))).toMatchObject([
    { words: [{ startMs: 500, endMs: 750 }] },
  ]);
});

test('where a result is divided, each utterance has its own words, and their confidence', () => {
  const message = results({ transcript: 'Hi Ann.', confidence: 0.8, words: [HI, ANN] });
  expect(detailsIn(spoken(novaProtocol, 0.9, 1).receive(message))).toMatchObject([
    { words: [{ text: 'Hi' }], confidence: 0.9 },
    { words: [{ text: 'Ann.', startMs: expect.closeTo(100) as number }], confidence: 0.7 },
  ]);
});

test.each([
  ['one speaker', [0, 0], { speaker: '0' }],
  ['two speakers', [0, 1], {}],
])('%s', (_, [first, second], named) => {
  const words = [
    { ...HI, speaker: first },
    { ...ANN, speaker: second },
  ];
  const [details] = detailsIn(spoken(novaProtocol, 2).receive(results({ transcript: 'Hi Ann.', words })));
  expect(details).toStrictEqual({
    words: [
      { text: 'Hi', startMs: 500, endMs: 750, confidence: 0.9, speaker: `${first}` },
      { text: 'Ann.', startMs: 1000, endMs: 1500, confidence: 0.7, speaker: `${second}` },
    ],
    ...named,
  });
});

test('languages are reported where the model distinguishes them', () => {
  const words = [{ ...HI, language: 'en' }];
  const message = results({ transcript: 'Hi', languages: ['en', 'es'], words });
  expect(detailsIn(spoken(novaProtocol, 2).receive(message))).toMatchObject([
    { language: 'en', words: [{ language: 'en' }] },
  ]);
});

test('words that are not timed are left out', () => {
  const message = results({ transcript: 'Hi', confidence: 0.8, words: [{ word: 'hi' }] });
  expect(detailsIn(spoken(novaProtocol, 2).receive(message))).toStrictEqual([{ confidence: 0.8 }]);
});

test('Flux gives words and languages; its confidence is that of the words', () => {
  const turn = {
    type: 'TurnInfo',
    event: 'EndOfTurn',
    audio_window_start: 0,
    audio_window_end: 2,
    transcript: 'Hi Ann.',
    words: [
      { word: 'Hi', confidence: 0.9, start: 0.5, end: 0.75 },
      { word: 'Ann.', confidence: 0.7, start: 1, end: 1.5 },
    ],
    end_of_turn_confidence: 0.99,
    languages: ['en'],
  };
  expect(detailsIn(spoken(createFluxProtocol(RATE), 2).receive(JSON.stringify(turn)))).toStrictEqual([
    {
      words: [
        { text: 'Hi', startMs: 500, endMs: 750, confidence: 0.9 },
        { text: 'Ann.', startMs: 1000, endMs: 1500, confidence: 0.7 },
      ],
      confidence: 0.8,
      language: 'en',
    },
  ]);
});
