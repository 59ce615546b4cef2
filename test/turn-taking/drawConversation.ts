import { diagram, type Moment } from '../../src/draw/text/diagram.ts';
import type { UserAction } from '../support/testSession.ts';
import { agentMoments } from './agentMoments.ts';
import type { TimedText, Conversation } from './playConversation.ts';

/** The part of a conversation that a picture shows, in ms of the session; its times are counted from `fromMs`. */
export interface View {
  readonly fromMs: number;
  readonly toMs: number;
  /** Default: all but `speech` in which something happens. */
  readonly lanes?: readonly Lane[] | undefined;
}

export type Lane = 'user' | 'speech' | 'typed' | 'message' | 'agent' | 'function' | 'background' | 'reported';

export function drawConversation(conversation: Conversation, { fromMs, toMs, lanes = USUAL }: View): string {
  const moments: Moment[] = [
    ...conversation.actions.flatMap(voiceOf),
    ...conversation.speech.map((interval) => ({ lane: 'speech', ...interval, text: '' })),
    ...notes('typed', conversation.typed),
    ...notes('message', conversation.committed),
    ...agentMoments(conversation, fromMs, toMs),
    ...callsOf(conversation),
    ...notes('reported', conversation.reported),
  ];
  const shown = moments.filter(({ lane }) => lanes.some((name) => name === lane));
  return diagram(shown.flatMap((moment) => inView(moment, fromMs, toMs)));
}

function voiceOf(action: UserAction): readonly Moment[] {
  if (action.kind === 'acts') return [];
  const { atMs, forMs, probability } = action.voice;
  const words = action.kind === 'says' ? wordsOf(action.text) : '…';
  const text = probability === undefined ? words : `p ${probability}`;
  return [{ lane: 'user', atMs, toMs: atMs + forMs, text }];
}

function wordsOf(text: Extract<UserAction, { kind: 'says' }>['text']): string {
  const said = typeof text === 'string' ? text : [text.text].flat().join(' ');
  return said === '' ? 'no words' : said;
}

function notes(lane: Lane, texts: readonly TimedText[]): readonly Moment[] {
  return texts.map((note) => ({ lane, ...note }));
}

/** Calls from their announcement to their results. */
function callsOf({ functions }: Conversation): readonly Moment[] {
  return functions.map(({ name, isInBackground, ...interval }) => ({
    lane: isInBackground ? 'background' : 'function',
    ...interval,
    text: name,
  }));
}

const USUAL: readonly Lane[] = ['user', 'typed', 'message', 'agent', 'function', 'background', 'reported'];

function inView({ lane, atMs, toMs, text }: Moment, from: number, to: number): readonly Moment[] {
  if (atMs > to || (toMs ?? atMs) < from) return [];
  const begins = Math.max(atMs, from) - from;
  if (toMs === undefined) return [{ lane, atMs: begins, text }];
  return [{ lane, atMs: begins, toMs: Math.min(toMs, to) - from, text }];
}
