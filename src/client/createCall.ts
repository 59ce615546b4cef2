import { CLOSE_CODES } from '../core/protocol.ts';
import type { ClientMessage } from '../core/protocol.ts';
import type { Call, CallEnd, CallEvents, CallOptions, CallPhase, Playback } from './call.ts';
import { connect } from './connect.ts';
import type { Conversation, ConversationEvents } from './conversation.ts';
import { CallError } from './errors.ts';
import { createEvents } from './events.ts';
import type { Events } from './events.ts';
import { onAbort, createDeferred, sleep } from './lifetime.ts';
import type { PlaybackReport } from './playout.ts';

/** How long a server may take to end a session that was hung up, in ms. */
const GOODBYE_MS = 2000;
/** What a server accepts as typed input, in UTF-16 code units. */
const MAX_TEXT = 8192;

/** A call that is not started yet: nothing is asked for, opened or sent before `start()`. */
export function createCall({
  sessionsUrl = '/v1/sessions',
  customData = {},
  microphone = true,
}: CallOptions = {}): Call {
  const { on, emit } = createEvents<CallEvents>();
  const life = createLife(emit);
  const { lifetime } = life;
  let conversation: Conversation | undefined;
  let muted = false;
  let goodbye: Promise<void> | undefined;

  const events = relay(emit, (code, reason) => {
    // Before the call is live, it is `start()` that fails.
    if (life.phase !== 'live') return;
    const unexpected = reason === undefined && goodbye === undefined;
    if (unexpected) emit('error', connectionLost(code));
    life.finish({ reason: reason ?? (unexpected ? 'disconnected' : 'ended_by_client'), code });
  });
  const start = async (): Promise<void> => {
    if (life.phase !== 'idle') throw new Error('A call is started once: create another.');
    life.enter('starting');
    try {
      conversation = await unlessOver(connect({ sessionsUrl, customData, microphone, lifetime, events }), lifetime);
    } catch (error) {
      life.finish();
      throw error;
    }
    conversation?.mute(muted);
    if (conversation !== undefined) life.enter('live');
  };
  const send = (message: ClientMessage): void => {
    if (life.phase === 'live') conversation?.send(message);
  };
  const hangUp = async (): Promise<void> => {
    conversation?.silence();
    send({ type: 'session.end' });
    if (life.phase === 'live') await sleep(GOODBYE_MS, lifetime);
    life.finish(life.phase === 'idle' ? undefined : { reason: 'ended_by_client', code: 1000 });
  };

  return {
    get state() {
      return life.phase;
    },
    on,
    start,
    say: (text) => send({ type: 'input.text', text: checkedText(text) }),
    mute: (now) => {
      muted = now;
      if (life.phase === 'live') conversation?.mute(now);
    },
    interrupt: () => send({ type: 'agent.interrupt' }),
    end: () => (goodbye ??= hangUp()),
  };
}

type Emit = Events<CallEvents>['emit'];

/** The phases of one call, and the signal at which everything it holds is released. */
interface Life {
  readonly phase: CallPhase;
  readonly lifetime: AbortSignal;
  enter(phase: CallPhase): void;
  /** Once; with `end` if there is someone to be told how. */
  finish(end?: CallEnd): void;
}

function createLife(emit: Emit): Life {
  const life = new AbortController();
  let phase: CallPhase = 'idle';
  const enter = (next: CallPhase): void => {
    phase = next;
    emit('state', next);
  };
  return {
    get phase() {
      return phase;
    },
    lifetime: life.signal,
    enter,
    finish: (end) => {
      if (phase === 'ended') return;
      life.abort();
      enter('ended');
      if (end !== undefined) emit('ended', end);
    },
  };
}

/** Tells the listeners of the call what happens in its conversation; of its end, how the server explained it. */
function relay(emit: Emit, closed: (code: number, reason: string | undefined) => void): ConversationEvents {
  let reason: string | undefined;
  return {
    message: (message) => {
      if (message.type === 'session.ended') reason = message.reason;
      emit('message', message);
    },
    level: (level) => emit('level', level),
    playback: (report) => emit('playback', playbackOf(report)),
    lost: (error) => emit('error', error),
    closed: (code) => closed(code, reason),
  };
}

/** Settles as `promise` does, or with nothing as soon as the lifetime is over. */
async function unlessOver<T>(promise: Promise<T>, lifetime: AbortSignal): Promise<T | undefined> {
  const over = createDeferred<undefined>();
  onAbort(lifetime, () => over.resolve(undefined));
  const value = await Promise.race([over.promise, promise]);
  return lifetime.aborted ? undefined : value;
}

function playbackOf({ kind, utterance, played, sampleRate }: PlaybackReport): Playback {
  const playing = kind === 'started' || kind === 'position';
  return { utteranceId: utterance, playedSamples: played, sampleRate, playing };
}

function connectionLost(code: number): CallError {
  const meanings: Readonly<Record<number, string>> = CLOSE_CODES;
  return new CallError('connection_lost', `The connection is lost (${code}): ${meanings[code] ?? 'it broke'}.`);
}

function checkedText(text: string): string {
  if (text.length >= 1 && text.length <= MAX_TEXT) return text;
  throw new RangeError(`Expected a text of 1 to ${MAX_TEXT} characters, got ${text.length}.`);
}
