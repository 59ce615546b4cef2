import { describe, expect, test } from 'vitest';
import type { SttEvent } from '../../src/core/ports.ts';
import { createSpeechToTextContract } from '../../src/testing/contracts/speechToTextContract.ts';
import { INJECTED_FAULTS } from '../../src/testing/contracts/injectedFault.ts';
import { createTextReader } from '../../src/testing/textAudio.ts';
import { brokenOf, runOf } from './suites.ts';
import { toyStt, type Defect } from './toyStt.ts';

const casesOf = (defect: Defect = {}) => createSpeechToTextContract(toyStt(defect), { faults: INJECTED_FAULTS });

test('a recogniser without a defect keeps every promise', async () => expect(await brokenOf(casesOf())).toEqual({}));

test('cases with an injected fault exist only for the faults that the server can have', () => {
  const names = (faults: typeof INJECTED_FAULTS | readonly ['is mute']): readonly string[] =>
    createSpeechToTextContract(toyStt(), { faults }).map(({ name }) => name);
  const without = createSpeechToTextContract(toyStt()).map(({ name }) => name);
  expect(names(['is mute'])).toEqual([...without, 'a mute server does not leave a segment open']);
  expect(names(INJECTED_FAULTS)).toHaveLength(without.length + INJECTED_FAULTS.length + 2);
});

test('a recogniser whose connections serve one segment each is not held to one for all', async () => {
  const cases = createSpeechToTextContract(toyStt({ reconnects: true }), { keepsConnection: false });
  expect(await brokenOf(cases)).toEqual({});
});

const twice = (event: SttEvent): readonly SttEvent[] => [event, event];
const answers = (change: (event: SttEvent) => readonly SttEvent[]) => (event: SttEvent) =>
  event.kind === 'final' ? change(event) : [event];

/** A defect of a recogniser, the case that it breaks, and the message of that case. */
const DEFECTS: readonly (readonly [what: string, defect: Defect, broken: string, message: RegExp])[] = [
  [
    'answers twice',
    { changeEvents: answers(twice) },
    'speech becomes words, and the end is answered once',
    /the words: expected 'what time is it', got 'what time is it what time is it'/,
  ],
  [
    'answers with the text, and again with none',
    { changeEvents: answers((event) => [event, { kind: 'empty', segment: segmentOf(event) }]) },
    'speech becomes words, and the end is answered once',
    /the answers: expected 1, got 2/,
  ],
  [
    'loses the last word',
    {
      changeEvents: answers((event) => [
        event.kind === 'final' ? { ...event, text: event.text.replace(/ \S+$/u, '') } : event,
      ]),
    },
    'speech becomes words, and the end is answered once',
    /expected 'what time is it', got 'what time is'/,
  ],
  [
    'reads frames of even length only',
    { changeInput: (input) => (input.kind === 'audio' && input.frame.samples.length % 2 > 0 ? [] : [input]) },
    'frames of any length are transcribed',
    /the words: expected 'tell me about the restaurant', got/,
  ],
  [
    'promises interims and brings none',
    { changeEvents: (event) => (event.kind === 'interim' ? [] : [event]) },
    'declared interims arrive before the answer',
    /whether interims came: expected true, got false/,
  ],
  [
    'goes on with interims behind the answer',
    { changeEvents: answers((event) => [event, { kind: 'interim', segment: segmentOf(event), text: 'late' }]) },
    'declared interims arrive before the answer',
    /expected no interim behind the answer/,
  ],
  [
    'recognises words in silence',
    {
      changeEvents: (event) =>
        event.kind === 'empty' ? [{ kind: 'final', segment: event.segment, text: 'uh' }] : [event],
    },
    'silence is answered without words',
    /the words: expected '', got 'uh'/,
  ],
  [
    'gives every word to segment 0',
    { changeEvents: (event) => (event.segment === undefined ? [event] : [{ ...event, segment: 0 }]) },
    'consecutive segments each get their own words',
    /the words: expected \[ 'what time is it', '', /,
  ],
  [
    'loses what came as interim when the final is late',
    { forgetful: true },
    'the latest interim replaces a final that does not arrive in time',
    /expected words/,
  ],
  [
    'does not answer a flush',
    { changeInput: (input) => (input.kind === 'flush' ? [] : [input]) },
    'a flush is answered, ends nothing, and its words are not repeated',
    /the answers: expected 2, got 1/,
  ],
  [
    'says again what a flush gave',
    { reader: createTextReader(8000) },
    'a flush is answered, ends nothing, and its words are not repeated',
    /the words: expected 'tell me about the restaurant', got/,
  ],
  [
    'does not complete',
    { over: 'never' },
    'without speech, it completes without words',
    /expected within \d+ ms that the session completes, got \[\]/,
  ],
  [
    'stays open when it is left at once',
    { leaks: true },
    'unsubscribing at once closes the opening connection',
    /1 sessions are open/,
  ],
  [
    'stays open when it is left later',
    { leaks: true },
    'unsubscribing within a segment closes the connection',
    /1 sessions are open/,
  ],
  [
    'reads two sessions with one reader',
    { reader: createTextReader(8000) },
    'two sessions at once do not disturb each other',
    /the words of the second: expected/,
  ],
  [
    'swallows what went wrong with the speech',
    { over: 'completes' },
    'an error of the speech ends the session and closes it',
    /the error: expected Error: the microphone was pulled/,
  ],
  [
    'opens a connection for each segment',
    { reconnects: true },
    'consecutive segments share one connection',
    /the connections: expected 1, got 2/,
  ],
  [
    'is wrong with its server',
    { violations: ['connection 0: sent the key in the URL'] },
    'speech becomes words, and the end is answered once',
    /what the server found wrong: \[ 'connection 0: sent the key in the URL' \]/,
  ],
];

/** Defects that show only with an injected fault. */
const DEFECTS_UNDER_FAULTS: typeof DEFECTS = [
  [
    'reports a refused key only after speech',
    { refusesLate: true },
    'a refused key is reported before anyone speaks',
    /a report/,
  ],
  [
    'reports a refused key only at the end of a segment',
    { refusesLate: true },
    'a refused key is reported before the user has finished',
    /a report/,
  ],
  [
    'says again what came before the connection was lost',
    { only: 'drops after the first result', changeEvents: answers(twice) },
    'a connection lost after its first result neither loses nor repeats a word',
    /the words: expected/,
  ],
  [
    'forgets what was said before the connection was lost',
    {
      only: 'drops before the first result',
      changeEvents: answers((event) => [{ kind: 'empty', segment: segmentOf(event) }]),
    },
    'a connection lost before its first result loses no word',
    /the words: expected/,
  ],
  [
    'asks again with a key that was refused',
    { attempts: 2 },
    'a refused key fails every segment after one attempt',
    /the attempts: expected 1, got 2/,
  ],
  [
    'does not say who refused the key',
    { changeEvents: (event) => (event.kind === 'failed' ? [{ ...event, error: new Error('401') }] : [event]) },
    'a refused key fails every segment after one attempt',
    /expected an error of code provider_refused that names toy, got \{ message: 'Error: 401' \}/,
  ],
  [
    'takes a refused key for silence',
    { changeEvents: (event) => (event.kind === 'failed' ? [{ kind: 'empty', segment: event.segment }] : [event]) },
    'a refused key fails every segment after one attempt',
    /the answers: expected \[ \[ 'failed', 0 \], \[ 'failed', 2 \] \], got/,
  ],
  [
    'waits for a mute server',
    { only: 'is mute', over: 'never', changeEvents: () => [] },
    'a mute server does not leave a segment open',
    /expected within 100 ms that the session completes, got \[\]/,
  ],
];

describe.concurrent('the contract of SpeechToText catches a recogniser that', () => {
  test.each([...DEFECTS, ...DEFECTS_UNDER_FAULTS])('%s', async (_, defect, broken, message) => {
    await expect(runOf(casesOf(defect), broken)).rejects.toThrow(message);
  });
});

function segmentOf({ segment = -1 }: SttEvent): number {
  return segment;
}
