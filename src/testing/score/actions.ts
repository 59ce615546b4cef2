import type { ReplyRequest } from '../../core/speech.ts';
import type { SessionControl } from '../../session/sessionControl.ts';
import type { SoundInterval } from '../audio.ts';
import type { SttUtterance } from '../doubles/sttSegment.ts';
import type { TransportDouble } from '../../playback/transportDouble.ts';
import type { Persona } from '../evals/persona.ts';
import type { LiveConversation } from './liveConversation.ts';
import { talkAs } from './liveUser.ts';
import { parseMs, type At, type Duration } from './time.ts';

/** The recogniser's behaviour for one speech. */
export interface SpeechBehaviour {
  /** Delay of the answer after the end of the segment. Default 50 ms. */
  readonly delay?: Duration | undefined;
  /** The interims: `false` for none, or a list with one per word. Default: the words so far. */
  readonly interims?: false | readonly string[] | undefined;
  /** The answer. `none`: no answer. `breaks`: the whole recogniser fails. Default `final`. */
  readonly answer?: SttUtterance['answer'];
  /** Another final, `after` the answer. */
  readonly late?: { readonly text: string; readonly after: Duration } | undefined;
}

/** An interval of the user's sound. */
export interface UserSound extends SoundInterval {
  /** Its transcripts; undefined for a noise. */
  readonly utterance: SttUtterance | undefined;
}

/** The user's sounds, the client and the session, which actions change. */
export interface ActionTarget {
  readonly io: TransportDouble;
  readonly session: Pick<SessionControl, 'respond'>;
  readonly sounds: UserSound[];
  readonly live: LiveConversation;
}

/** An action of the user, the client or the application, with its time. */
export interface ScoreAction {
  readonly at: At;
  readonly lane: 'user' | 'client' | 'application';
  /** Its label in the diagram. */
  readonly text: string;
  readonly forMs?: number | undefined;
  /** Its line in the developer's file. */
  readonly source?: string | undefined;
  act(target: ActionTarget, atMs: number): void;
}

export interface User {
  /**
   * Speaks, with the words spread evenly over the time. Each text of a list becomes a separate final. Speech that
   * follows within 0.55 s (`min_silence_duration`) belongs to the same segment.
   */
  says(at: At, text: string | readonly string[], lasting: Duration, behaviour?: SpeechBehaviour): void;
  /** Makes a sound that the VAD takes for speech, without words. */
  noise(at: At, lasting: Duration): void;
  types(at: At, text: string): void;
  mutes(at: At): void;
  unmutes(at: At): void;
  /**
   * Lets a model play the user. It speaks when the agent has finished. Create it with `createPersona`. @default at: 0s
   */
  is(persona: Persona, at?: At): void;
}

export interface Client {
  disconnects(at: At): void;
  returns(at: At): void;
  /** Freezes the client, so that it neither plays nor reports. */
  freezes(at: At): void;
  thaws(at: At): void;
}

/** The application's requests to the agent. */
export interface AgentRequests {
  /** Calls `session.respond(request)`. */
  responds(at: At, request?: ReplyRequest): void;
}

export function createUser(add: (action: ScoreAction) => void): User {
  const sound = (at: At, text: string, lasting: Duration, utterance?: SttUtterance): void => {
    const forMs = parseMs(lasting);
    const act: ScoreAction['act'] = ({ sounds }, atMs) => sounds.push({ atMs, forMs, utterance });
    add({ at, lane: 'user', text, forMs, act });
  };
  const act = (at: At, text: string, change: (user: TransportDouble['user']) => void): void =>
    add({ at, lane: 'user', text, act: ({ io }) => change(io.user) });
  return {
    says: (at, text, lasting, behaviour = {}) =>
      sound(at, [text].flat().join(' '), lasting, createUtterance(text, lasting, behaviour)),
    noise: (at, lasting) => sound(at, '(noise)', lasting),
    types: (at, text) => act(at, `types: ${text}`, (user) => user.text.next(text)),
    mutes: (at) => act(at, 'mutes', ({ muted }) => muted.next(true)),
    unmutes: (at) => act(at, 'unmutes', ({ muted }) => muted.next(false)),
    is: (persona, at = '0s') =>
      add({ at, lane: 'user', text: `is: ${persona.name}`, act: (target) => letTalk(persona, target) }),
  };
}

function letTalk(persona: Persona, { sounds, live }: ActionTarget): void {
  const { msPerWord } = persona;
  talkAs(persona, (text, forMs) => sounds.push({ atMs: live.nowMs(), forMs, utterance: { text, msPerWord } }), live);
}

export function createClient(add: (action: ScoreAction) => void): Client {
  const act = (at: At, text: string, change: (io: TransportDouble) => void): void =>
    add({ at, lane: 'client', text, act: ({ io }) => change(io) });
  return {
    disconnects: (at) => act(at, 'disconnects', ({ user }) => user.connected.next(false)),
    returns: (at) => act(at, 'returns', ({ user }) => user.connected.next(true)),
    freezes: (at) => act(at, 'freezes', (io) => io.freeze()),
    thaws: (at) => act(at, 'thaws', (io) => io.thaw()),
  };
}

export function createAgentRequests(add: (action: ScoreAction) => void): AgentRequests {
  return {
    responds: (at, request) => {
      const { instructions = '', text = '' } = { ...request };
      const asked = [instructions, text].filter((part) => part !== '').join(' ');
      const act: ScoreAction['act'] = ({ session }) => session.respond(request);
      add({ at, lane: 'application', text: asked === '' ? 'responds' : `responds: ${asked}`, act });
    },
  };
}

function createUtterance(
  text: string | readonly string[],
  lasting: Duration,
  { delay, interims, answer, late }: SpeechBehaviour,
): SttUtterance {
  const words = [text].flat().join(' ').split(/\s+/u).filter(Boolean).length;
  const msPerWord = parseMs(lasting) / Math.max(1, words);
  return {
    text,
    msPerWord,
    answer,
    interims: interims === false ? [] : interims,
    delayMs: delay === undefined ? undefined : parseMs(delay),
    late: late === undefined ? undefined : { text: late.text, afterMs: parseMs(late.after) },
  };
}
