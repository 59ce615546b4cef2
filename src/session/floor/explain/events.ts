import { count, numbered, quote, sentence, type Sentence } from '../../../core/sentence.ts';
import type { EdgeName } from '../../edges.ts';
import type { FloorEvent } from '../types.ts';

type EventOf<Kind extends FloorEvent['kind']> = Extract<FloorEvent, { readonly kind: Kind }>;

interface EventWords<Kind extends FloorEvent['kind']> {
  readonly edge: EdgeName | null;
  readonly write: (event: EventOf<Kind>) => string | Sentence;
}

/** The words for each kind of event, and its edge. */
const EVENTS: { readonly [Kind in FloorEvent['kind']]: EventWords<Kind> } = {
  started: { edge: 'activity', write: ({ segment }) => sentence`${numbered('segment', segment)} starts` },
  window: { edge: 'activity', write: ({ segment, voiced }) => ofSegment(voiced ? 'voice' : 'silence', segment) },
  truncated: {
    edge: 'activity',
    write: ({ segment }) => sentence`${numbered('segment', segment)} reaches its audio limit`,
  },
  ended: { edge: 'activity', write: ({ segment, by }) => sentence`${numbered('segment', segment)} ends by ${by}` },
  interim: { edge: 'transcript', write: describeWords },
  final: { edge: 'transcript', write: describeWords },
  settled: { edge: null, write: ({ segment, by }) => sentence`${numbered('segment', segment)} is settled: ${by}` },
  eager_end: { edge: null, write: () => "the user's turn is probably over" },
  resumed: { edge: null, write: () => "the user's turn goes on" },
  typed: { edge: 'textIn', write: ({ text }) => `typed ${quote(text)}` },
  digit: { edge: 'dtmf', write: () => 'a telephone key' },
  endpoint: { edge: null, write: () => "the user's turn seems to be over" },
  barge_in: { edge: 'interruption', write: ({ by: { segment } }) => ofSegment('interruption', segment) },
  turn: { edge: 'userTurn', write: ({ turn }) => sentence`${numbered('turn', turn.turn)} ${quote(turn.text)}` },
  commit_done: { edge: null, write: () => 'a commit is carried out' },
  reply: { edge: 'reply', write: ({ event }) => sentence`reply ${event.kind} of ${numbered('turn', event.turn)}` },
  calls: { edge: 'functionCalls', write: ({ calls: { calls } }) => sentence`${count('calls', calls.length, 'call')}` },
  results: {
    edge: 'functionResults',
    write: ({ results: { results } }) => sentence`${count('results', results.length, 'result')}`,
  },
  speech: { edge: 'speech', write: ({ event }) => `synthesis ${event.kind} of ${event.utterance}` },
  playout: { edge: 'playout', write: ({ event }) => `playout ${event.kind} of ${event.utterance}` },
  say: { edge: null, write: ({ text }) => `say ${quote(text)}` },
  filler: { edge: null, write: ({ text }) => `the filler is ${quote(text)}` },
  interrupt: { edge: null, write: () => 'interrupt() was called' },
  respond: { edge: null, write: () => 'respond() was called' },
  add_messages: {
    edge: null,
    write: ({ messages }) => sentence`${count('messages', messages.length, 'added message')}`,
  },
  cancel: { edge: null, write: ({ tool_call_id }) => `the call ${quote(tool_call_id)} is to be cancelled` },
  hand_off: { edge: null, write: () => 'a function hands the conversation over' },
  answer: { edge: null, write: ({ text }) => `answer ${quote(text)}` },
  end: { edge: null, write: ({ reason }) => `the session is to end: ${reason}` },
  terminate: { edge: null, write: () => 'the deadline of the end has passed' },
  wake: { edge: null, write: () => 'a time limit has passed' },
  finish: { edge: null, write: () => 'all decisions are carried out' },
};

/** Describes an event in words. */
export function describeEvent(event: FloorEvent): string {
  const words = EVENTS[event.kind].write(event as never);
  return typeof words === 'string' ? words : words.text;
}

/** Returns the edge on which an event comes; null: none. */
export function edgeOf({ kind }: FloorEvent): EdgeName | null {
  return EVENTS[kind].edge;
}

function describeWords({ kind, segment, text }: EventOf<'interim' | 'final'>): Sentence {
  return ofSegment(`${kind} ${quote(text)}`, segment);
}

function ofSegment(what: string, segment: number): Sentence {
  return sentence`${what} of ${numbered('segment', segment)}`;
}
