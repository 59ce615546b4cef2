import { describe, expect, test } from 'vitest';
import type { TtsEvent } from '../../src/core/ports.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { INJECTED_FAULTS } from '../../src/testing/contracts/injectedFault.ts';
import { brokenOf, runOf } from './suites.ts';
import { toyTts, type Defect } from './toyTts.ts';

const casesOf = (defect: Defect = {}) => createTextToSpeechContract(toyTts(defect), { faults: INJECTED_FAULTS });

test('a TTS without a defect keeps every promise', async () => expect(await brokenOf(casesOf())).toEqual({}));

test('cases with an injected fault exist only for the faults that the server can have', () => {
  const without = createTextToSpeechContract(toyTts()).map(({ name }) => name);
  const mute = createTextToSpeechContract(toyTts(), { faults: ['is mute'] }).map(({ name }) => name);
  expect(mute).toEqual([...without, 'a mute server fails the utterance after the timeout, and its connection closes']);
  const [withFaults, onARefusedKey] = [INJECTED_FAULTS.length, 1];
  expect(casesOf()).toHaveLength(without.length + withFaults + onARefusedKey);
});

test('a TTS whose connections serve one utterance each need not keep one for all', async () => {
  const cases = createTextToSpeechContract(toyTts({ reconnects: true }), { keepsConnection: false });
  expect(await brokenOf(cases)).toEqual({});
});

const only =
  (kind: TtsEvent['kind'], change: (event: TtsEvent) => readonly TtsEvent[]) =>
  (event: TtsEvent): readonly TtsEvent[] =>
    event.kind === kind ? change(event) : [event];
const none = (): readonly TtsEvent[] => [];
const shifted = (event: TtsEvent): readonly TtsEvent[] =>
  event.kind === 'words'
    ? [{ kind: 'words', words: event.words.map((word) => ({ ...word, from: word.from + 1 })) }]
    : [];
const delayed = (event: TtsEvent): readonly TtsEvent[] =>
  event.kind === 'words'
    ? [{ kind: 'words', words: event.words.map((word) => ({ ...word, endMs: word.endMs + 9999 })) }]
    : [];
/** Loses the second byte of each frame, and everything is off by one from there. */
const byteLost = (event: TtsEvent): readonly TtsEvent[] => {
  if (event.kind !== 'audio') return [event];
  const bytes = new Uint8Array(event.frame.samples.buffer.slice(event.frame.samples.byteOffset));
  const samples = new Int16Array(bytes.slice(1, 1 + event.frame.samples.byteLength - 2).buffer);
  return [{ kind: 'audio', frame: { ...event.frame, samples } }];
};

const TIMED = 'if words are timed, even the shortest is, and marks follow their audio';

/** A defect of a TTS, the case that it breaks, and the message of that case. */
const DEFECTS: readonly (readonly [what: string, defect: Defect, broken: string, message: RegExp])[] = [
  [
    'has audio of another rate',
    {
      changeEvents: (event) => [
        event.kind === 'audio' ? { ...event, frame: { ...event.frame, sampleRate: 7 } } : event,
      ],
    },
    'text becomes audio at the declared rate',
    /the rates of the frames: expected \[ 8000 \], got \[ 7 \]/,
  ],
  [
    'is silent',
    { changeEvents: only('audio', none) },
    'text becomes audio at the declared rate',
    /the rates of the frames: expected \[ 8000 \], got \[\]/,
  ],
  [
    'marks nothing',
    { changeEvents: only('mark', none) },
    'marks increase, each after some audio, up to the end of the text',
    /the last mark: expected 67, got undefined/,
  ],
  [
    'does not mark the end',
    { changeEvents: only('mark', (event) => (event.kind === 'mark' && event.chars === 67 ? [] : [event])) },
    'marks increase, each after some audio, up to the end of the text',
    /the last mark: expected 67, got 54/,
  ],
  [
    'marks what it has not spoken',
    { changeEvents: only('words', (event) => [event, { kind: 'mark', chars: 1 }]) },
    'marks increase, each after some audio, up to the end of the text',
    /the marks: expected|expected audio before the first mark/,
  ],
  [
    'marks the end when the last sentence begins',
    {
      changeEvents: only('mark', (event) => [
        event.kind === 'mark' && event.chars === 54 ? { kind: 'mark', chars: 67 } : event,
      ]),
    },
    'marks increase, each after some audio, up to the end of the text',
    /expected at most 300 ms of audio behind the mark of the end, got 520/,
  ],
  [
    'times parts of words',
    { changeEvents: only('words', shifted) },
    'timed words are whole words of the text, in order, inside the audio',
    /expected whole words, got \[ 'our', 'Y\| ' \]/,
  ],
  [
    'times words beyond its audio',
    { changeEvents: only('words', delayed) },
    'timed words are whole words of the text, in order, inside the audio',
    /expected words in order/,
  ],
  [
    'times no short word',
    {
      changeEvents: only('words', (event) =>
        event.kind === 'words' ? [{ ...event, words: event.words.filter(({ from, to }) => to - from > 1) }] : [],
      ),
    },
    TIMED,
    /the words without a time: expected \[\], got \[ 'I', 'a', 'a', 'I' \]/,
  ],
  [
    'marks words before their audio',
    {
      changeEvents: only('words', (event) =>
        event.kind === 'words' ? [event, { kind: 'mark', chars: event.words.at(-1)?.to ?? 0 }] : [],
      ),
    },
    TIMED,
    /expected the audio of the first 1 characters before their mark/,
  ],
  [
    'chokes on what is no letter',
    { read: (piece) => piece.replaceAll(/[&<>🎉]/gu, '') },
    'text with any characters is spoken to its end',
    /the last mark: expected/,
  ],
  [
    'speaks white space',
    { read: (piece) => piece.replaceAll(/^\s+$/gu, 'space') },
    'white space alone produces no audio',
    /the audio: expected \[\], got/,
  ],
  [
    'does not complete',
    { lingers: true },
    'without text, it completes without audio',
    /expected within \d+ ms that the utterance completes, got \[\]/,
  ],
  [
    'stays open when it is left',
    { leaks: true },
    'unsubscribing before the first event closes the opening connection',
    /1 utterances are open/,
  ],
  [
    'stays open when it is cancelled',
    { leaks: true },
    'an utterance cancelled at its first audio is over at once, and the next is whole',
    /utterances are open/,
  ],
  [
    'does not report an error of the text',
    { fails: () => new Error('something') },
    'an error of the text ends the utterance and closes it',
    /the error: expected Error: the model gave up/,
  ],
  [
    'speaks only once',
    { speaks: (utterance) => utterance === 0 },
    'consecutive utterances are each spoken completely',
    /the samples of the second: expected Int16Array\(21440\) .* got Int16Array\(0\)/,
  ],
  [
    'says nothing after a cancelled utterance',
    { speaks: (utterance) => utterance < 2 },
    'an utterance cancelled before its audio does not disturb the next where connections are kept',
    /the marks of the next: expected \[ 11, 27 \], got \[\]/,
  ],
  [
    'confuses two utterances',
    { confuses: true },
    'two utterances at once do not disturb each other',
    /the marks of the first: expected/,
  ],
  [
    'goes on where it was when it speaks again',
    { confuses: true },
    'one utterance subscribed to twice is spoken twice',
    /the marks: expected \[ 22, 54, 67 \], got \[ 89, 121, 134 \]/,
  ],
  [
    'keeps its connections when nobody wants them kept',
    { staysWarm: true },
    'a warm connection closes when its last subscriber leaves',
    /1 utterances are open/,
  ],
  [
    'waits for the end of the text',
    { changeEvents: none },
    'it speaks the text so far, and continues until the text completes',
    /expected within \d+ ms that the utterance completes, got \[\]/,
  ],
  [
    'speaks what is not there',
    { read: (piece) => (piece === '' ? 'well' : piece) },
    'empty text produces no audio',
    /the audio: expected \[\], got/,
  ],
  [
    'opens a connection for each utterance',
    { reconnects: true },
    'consecutive utterances share one warm connection',
    /the connections: expected 1, got 3/,
  ],
  [
    'marks no symbols behind its last word',
    {
      changeEvents: only('mark', (event) =>
        event.kind === 'mark' && event.chars === 17 ? [{ kind: 'mark', chars: 11 }] : [event],
      ),
    },
    'text that does not end in a word is marked to its end, and speech continues',
    /expected within \d+ ms that the utterance completes, got .*chars: 11/,
  ],
  [
    'is wrong with its server',
    { violations: ['connection 0: an id came twice'] },
    'text becomes audio at the declared rate',
    /what the server found wrong: \[ 'connection 0: an id came twice' \]/,
  ],
];

/** Defects that show only with an injected fault. */
const DEFECTS_UNDER_FAULTS: typeof DEFECTS = [
  [
    'takes bytes for samples as they come',
    { only: 'cuts oddly', changeEvents: byteLost },
    'audio cut at any byte gives the same samples',
    /how many samples came: expected/,
  ],
  [
    'speaks twice when a connection was lost',
    { only: 'drops before the first result', changeEvents: only('audio', (event) => [event, event]) },
    'a connection lost before its first audio loses nothing',
    /how many samples came: expected 11520, got 23040/,
  ],
  [
    'speaks on as if nothing had been lost',
    { fails: () => null },
    'a connection lost during the audio fails the utterance and closes it',
    /expected an error of code provider_failed that names toy, got \{ message: 'null' \}/,
  ],
  [
    'asks again with a key that was refused',
    { attempts: 3 },
    'a refused key fails the utterance after one attempt',
    /the attempts: expected 1, got 3/,
  ],
  [
    'asks with a refused key again while it is kept warm',
    { only: 'refuses the key', reconnects: true },
    'a key that was refused while keeping warm is not tried again',
    /the attempts: expected 1, got 3/,
  ],
  [
    'stays open on a mute server',
    { only: 'is mute', leaks: true },
    'a mute server fails the utterance after the timeout, and its connection closes',
    /1 utterances are open/,
  ],
];

describe.concurrent('the contract of TextToSpeech catches a TTS that', () => {
  test.each([...DEFECTS, ...DEFECTS_UNDER_FAULTS])('%s', async (_, defect, broken, message) => {
    await expect(runOf(casesOf(defect), broken)).rejects.toThrow(message);
  });
});
