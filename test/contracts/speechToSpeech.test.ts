import { catchError, defer, EMPTY, finalize, from, mergeMap, throwError, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { AntiphonError } from '../../src/core/errors.ts';
import type { SpeechModelEvent, SpeechModelInput, SpeechToSpeech } from '../../src/core/speechToSpeech.ts';
import {
  createSpeechToSpeechContract,
  type SpeechToSpeechScenario,
  type SpeechToSpeechSubject,
} from '../../src/testing/contracts/speechToSpeechContract.ts';
import { createSpeechModelDouble, type UserWords } from '../../src/testing/doubles/speechModel.ts';
import { createTextReader } from '../../src/testing/textAudio.ts';
import { brokenOf, runOf } from './suites.ts';

interface Defect {
  /** Changes the events; default: unchanged. */
  readonly changeEvents?: (event: SpeechModelEvent) => readonly SpeechModelEvent[];
  /** Changes the input. */
  readonly changeInput?: (input: SpeechModelInput) => readonly SpeechModelInput[];
  /** Stays open when it is unsubscribed. */
  readonly leaks?: boolean;
  /** Completes when its input fails. */
  readonly swallows?: boolean;
  /** Its error for a refused key; default: the right one. */
  readonly refusal?: Error;
}

const REFUSED = new AntiphonError('provider_refused', 'toy: HTTP 401', { provider: 'toy' });

/** Creates a speech model, correct but for the defect. */
function toy(defect: Defect = {}): (scenario: SpeechToSpeechScenario) => Promise<SpeechToSpeechSubject> {
  return async ({ fault, replies }) => {
    const { changeEvents = (event) => [event], changeInput = (input) => [input] } = defect;
    let open = 0;
    const double = createSpeechModelDouble({
      name: 'toy',
      words: createReader(),
      wordsDelayMs: 0,
      speed: 200,
      replies: replies.map(({ text, call }) => ({ text, calls: call === undefined ? [] : [call] })),
    });
    const { name, model, sampleRate, output } = double;
    const converse: SpeechToSpeech['converse'] = (input, options) =>
      defer((): Observable<SpeechModelEvent> => {
        open += 1;
        if (fault === 'refuses the key') return throwError(() => defect.refusal ?? REFUSED);
        const changed = input.pipe(
          mergeMap((sent) => from(changeInput(sent))),
          catchError((error: unknown) => (defect.swallows === true ? EMPTY : throwError(() => error))),
        );
        return double.converse(changed, options).pipe(mergeMap((event) => from(changeEvents(event))));
      }).pipe(finalize(() => (open -= defect.leaks === true ? 0 : 1)));
    const closed = async (): Promise<void> => {
      if (open > 0) throw new Error(`${open} conversations are open`);
    };
    return { model: { name, model, sampleRate, output, converse }, closed };
  };
}

/** Reads the words of the turns in their audio. */
function createReader(): UserWords {
  let [reader, text] = [createTextReader(24_000), ''];
  const reset = (): string => {
    const read = text;
    [reader, text] = [createTextReader(24_000), ''];
    return read;
  };
  return { add: (samples) => void (text = reader.push(samples)), commit: reset, clear: reset };
}

const casesOf = (defect: Defect = {}) => createSpeechToSpeechContract(toy(defect), { faults: ['refuses the key'] });

test('a speech model without a defect keeps every promise', async () => expect(await brokenOf(casesOf())).toEqual({}));

test('cases with an injected fault exist only for the faults that the server can have', () => {
  const without = createSpeechToSpeechContract(toy()).map(({ name }) => name);
  expect(casesOf().map(({ name }) => name)).toEqual([...without, 'a refused key fails the conversation']);
});

const without = (kind: SpeechModelEvent['kind']) => (event: SpeechModelEvent) => (event.kind === kind ? [] : [event]);
const deafTo = (kind: SpeechModelInput['kind']) => (input: SpeechModelInput) => (input.kind === kind ? [] : [input]);
const failingAt = (kind: SpeechModelInput['kind']) => (input: SpeechModelInput) => {
  if (input.kind === kind) throw new Error(`does not know ${kind}`);
  return [input];
};

/** A defect of a speech model, the case that it breaks, and the message of that case. */
const DEFECTS: readonly (readonly [what: string, defect: Defect, broken: string, message: RegExp])[] = [
  [
    'brings no audio',
    { changeEvents: without('audio') },
    'a turn is answered: the reply starts, brings text and audio by item, and ends',
    /whether it is spoken: expected true, got false/,
  ],
  [
    'does not start its reply',
    { changeEvents: without('started') },
    'a turn is answered: the reply starts, brings text and audio by item, and ends',
    /the order: expected/,
  ],
  [
    'keeps its text to itself',
    { changeEvents: without('text') },
    'consecutive turns are each answered',
    /the reply to turn 0: expected 'It is seven.', got ''/,
  ],
  [
    'does not end its reply',
    { changeEvents: without('ended') },
    'consecutive turns are each answered',
    /expected within \d+ ms the event ended of turn 0/,
  ],
  [
    'brings the words twice',
    { changeEvents: (event) => (event.kind === 'words' ? [event, event] : [event]) },
    'the words of the user come once as final',
    /the finals: expected 1, got 2/,
  ],
  [
    'hears what was cleared',
    { changeInput: deafTo('clear') },
    'audio that was cleared belongs to no turn',
    /the words: expected 'what time is it', got 'hm\s?what time is it'/,
  ],
  ['does not know typed texts', { changeInput: failingAt('add') }, 'a typed text is answered', /does not know add/],
  [
    'forgets its calls',
    { changeEvents: (event) => (event.kind === 'ended' ? [{ ...event, calls: [] }] : [event]) },
    'a call comes with the end of its reply, and its result is followed by another',
    /the calls: expected 1, got 0/,
  ],
  [
    'cannot be changed',
    { changeInput: failingAt('update') },
    'new instructions and functions do not disturb the conversation',
    /does not know update/,
  ],
  [
    'does not end a text that it cannot say',
    { changeInput: deafTo('say') },
    'a text of the application ends, said or failed, and disturbs no reply',
    /expected within \d+ ms the event ended of turn -1/,
  ],
  [
    'goes on with a cancelled reply',
    { changeInput: deafTo('cancel') },
    'nothing of a cancelled reply is emitted, and the next turn is answered',
    /the events of the cancelled reply: expected/,
  ],
  [
    'begins a cancelled reply',
    { changeInput: deafTo('cancel') },
    'a reply that is cancelled before it starts does not start',
    /the events of the cancelled reply: expected \[\], got \[ 'started'/,
  ],
  [
    'cuts behind the end',
    {
      changeInput: (input) => (input.kind === 'truncate' ? [{ ...input, samples: 3 * input.samples }] : [input]),
    },
    'what was not heard of a complete reply is removed, and the next turn is answered',
    /has only/,
  ],
  [
    'cannot remove a reply',
    { changeInput: failingAt('truncate') },
    'a reply that was cut at its first audio is removed, and the next turn is answered',
    /does not know truncate/,
  ],
  [
    'begins a reply within another',
    {
      changeEvents: (event) =>
        event.kind === 'text' && event.turn === 0 ? [{ kind: 'started', turn: 1 }, event] : [event],
    },
    'requests wait for each other',
    /the order: expected/,
  ],
  [
    'swallows what went wrong with the input',
    { swallows: true },
    'an error of the input ends the conversation and closes it',
    /the error: expected Error: the microphone was pulled/,
  ],
  ['stays open when it is left', { leaks: true }, 'unsubscribing at once closes the opening connection', /are open/],
  [
    'stays open in a reply',
    { leaks: true },
    'a conversation that ends within a reply closes its connection',
    /are open/,
  ],
  [
    'does not name who refused the key',
    { refusal: new Error('401') },
    'a refused key fails the conversation',
    /expected an error of code provider_refused that names toy/,
  ],
];

describe.concurrent('the contract of SpeechToSpeech catches a model that', () => {
  test.each(DEFECTS)('%s', async (_, defect, broken, message) => {
    await expect(runOf(casesOf(defect), broken)).rejects.toThrow(message);
  });
});
