import { tap, type Subscriber } from 'rxjs';
import { LIMITS } from '../../core/limits.ts';
import type { FunctionCall } from '../../core/message.ts';
import type { SpeechModelEvent, SpeechToSpeech } from '../../core/speechToSpeech.ts';
import { enter, type Part } from '../containment/part.ts';
import type { BorderReports } from './borderReports.ts';
import { checkedSource } from './checkedSource.ts';
import { createProviderErrors } from './providerErrors.ts';
import { checkFrame, checkText, checkWordList, isFields, type Fields } from './values.ts';
import { createViolation, type Violation } from './violation.ts';

/** The most audio of one reply that is kept, in s. */
const MAX_REPLY_S = 600;

/**
 * Checks the events of a speech model. A violation fails the reply that is under way, once. Any other is reported once,
 * and the event is dropped.
 */
export function createCheckedSpeechModel(model: SpeechToSpeech, reports: BorderReports, part?: Part): SpeechToSpeech {
  const { name, sampleRate, output } = model;
  const { createViolationError, ...errors } = createProviderErrors(name, `the speech model ${name}`);
  return {
    name,
    model: model.model,
    sampleRate,
    output,
    converse: (input, options) => {
      const replies = new OpenReplies();
      return checkedSource<SpeechModelEvent>({
        open: () => model.converse(enter(input.pipe(tap((sent) => replies.addInput(sent))), part), options),
        check: (event) => checkEvent(event) ?? replies.check(event as SpeechModelEvent, sampleRate),
        onViolation: (found, out: Subscriber<SpeechModelEvent>) => {
          const error = createViolationError(found);
          const turn = replies.fail();
          if (turn === undefined) reports.reportOnce(`${errors.port}: ${found.path}`, () => error);
          else out.next({ kind: 'ended', turn, calls: [], error });
        },
        reports,
        part,
        ...errors,
      });
    },
  };
}

/** The replies that were requested and have not ended. */
class OpenReplies {
  /** The samples received of each reply, by turn. */
  readonly #open = new Map<number, number>();

  addInput(input: { readonly kind: string; readonly turn?: number }): void {
    const { turn } = input;
    if (turn === undefined) return;
    if (input.kind === 'respond' || input.kind === 'say') this.#open.set(turn, this.#open.get(turn) ?? 0);
    if (input.kind === 'cancel') this.#open.delete(turn);
  }

  check(event: SpeechModelEvent, sampleRate: number): Violation | null {
    if (event.kind === 'ended') this.#open.delete(event.turn);
    if (event.kind !== 'audio') return null;
    const received = this.#open.get(event.turn);
    if (received === undefined) return null;
    const samples = received + event.frame.samples.length;
    this.#open.set(event.turn, samples);
    if (samples <= MAX_REPLY_S * sampleRate) return null;
    return createViolation('audio', `at most ${MAX_REPLY_S} s for one reply`, samples / sampleRate);
  }

  /** Ends the oldest open reply, and returns its turn. */
  fail(): number | undefined {
    const [turn] = this.#open.keys();
    if (turn !== undefined) this.#open.delete(turn);
    return turn;
  }
}

type Check = (event: Fields) => Violation | null;

const checkNothing: Check = () => null;

/** The check of each kind of event about a turn. */
const CHECKS: { readonly [Kind in Exclude<SpeechModelEvent['kind'], 'ready' | 'report'>]: Check } = {
  words: ({ text }) => checkText(text, 'text'),
  words_failed: checkNothing,
  started: checkNothing,
  text: (event) => checkItem(event) ?? checkText(event['delta'], 'delta'),
  audio: (event) => checkItem(event) ?? checkFrame(event['frame'], 'frame'),
  timings: (event) => checkItem(event) ?? checkWordList(event['words'], 'words'),
  item_ended: (event) => checkItem(event),
  ended: ({ calls }) => checkCalls(calls),
  usage: ({ usage }) => (isFields(usage) ? null : createViolation('usage', 'an object', usage)),
};

function checkEvent(event: unknown): Violation | null {
  if (!isFields(event)) return createViolation('an event', 'an object', event);
  const { kind, turn } = event;
  if (kind === 'ready' || kind === 'report') return null;
  if (!Object.hasOwn(CHECKS, String(kind))) return createViolation('kind', 'the kind of an event', kind);
  if (!Number.isInteger(turn)) return createViolation('turn', 'the number of a turn', turn);
  return CHECKS[kind as keyof typeof CHECKS](event);
}

function checkItem({ item }: Fields): Violation | null {
  return typeof item === 'string' ? null : createViolation('item', 'a string', item);
}

function checkCalls(calls: unknown): Violation | null {
  if (!Array.isArray(calls)) return createViolation('calls', CALLS, calls);
  if (calls.length > LIMITS.calls) return createViolation('calls', `at most ${LIMITS.calls} calls`, calls.length);
  return calls.every(isCall) ? null : createViolation('calls', CALLS, calls);
}

const CALLS = 'an array of calls';

function isCall(call: unknown): boolean {
  if (!isFields(call) || !isFields(call['function'])) return false;
  const { id, function: called } = call as unknown as FunctionCall;
  return [id, called.name, called.arguments].every((text) => typeof text === 'string');
}
