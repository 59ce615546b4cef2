import { isDigit, type Digit } from '../core/digit.ts';
import { CLOSE_CODES, type ClientMessage } from '../core/protocol.ts';
import type { Call, CallEvents, CallOptions, CallPhase, Playback } from './call.ts';
import { connect } from './connect.ts';
import type { Conversation, ConversationEvents } from './conversation.ts';
import { CallError } from './errors.ts';
import { createEvents } from './events.ts';
import { createLifecycle, type Emit, type Lifecycle } from './lifecycle.ts';
import { onAbort, createDeferred, sleep } from './lifetime.ts';
import type { PlaybackReport } from './speaker.ts';

/** Timeout for the server to end the session after `end()`, in ms. */
const END_TIMEOUT_MS = 2000;
/** Longest typed text, in UTF-16 code units. */
const MAX_TEXT = 8192;

const AUDIO_PAUSED = 'The browser has paused the audio: it continues after a click or a key press.';

/**
 * Creates a call. Requests, opens and sends nothing before `start()`.
 *
 * @example
 * ```ts
 * import { createCall } from 'antiphon/client';
 *
 * export async function talk(show: (line: string) => void): Promise<void> {
 *   const call = createCall({ sessionsUrl: '/v1/sessions', customData: { guest: 'Ada' } });
 *   call.on('message', (message) => message.type === 'user.transcript' && show(message.text));
 *   call.on('ended', ({ reason }) => show(`The call is over: ${reason}.`));
 *   await call.start(); // from a click: asks for the microphone
 * }
 * ```
 */
export function createCall({
  sessionsUrl = '/v1/sessions',
  startSession,
  resume,
  customData = {},
  microphone = true,
  frameMs = 40,
}: CallOptions = {}): Call {
  const { on, emit } = createEvents<CallEvents>();
  const lifecycle = createLifecycle(emit);
  const { lifetime } = lifecycle;
  let conversation: Conversation | undefined;
  let muted = false;
  let ending: Promise<void> | undefined;

  const endSession = (): void => send({ type: 'session.end' });
  const isEnding = (): boolean => ending !== undefined;
  const events = createConversationEvents(emit, lifecycle, isEnding, endSession);
  const start = async (): Promise<void> => {
    if (lifecycle.phase !== 'idle') throw new Error('A call can be started only once: create another.');
    lifecycle.enter('starting');
    try {
      const options = { sessionsUrl, startSession, resume, customData, frameMs, microphone };
      conversation = await orEnded(connect({ ...options, lifetime, events }), lifetime);
    } catch (error) {
      lifecycle.finish();
      throw error;
    }
    conversation?.mute(muted);
    if (conversation !== undefined) lifecycle.enter('live');
  };
  const send = (message: ClientMessage): void => {
    if (isUnderWay(lifecycle.phase)) conversation?.send(message);
  };
  const hangUp = async (): Promise<void> => {
    conversation?.silence();
    endSession();
    if (lifecycle.phase === 'live') await sleep(END_TIMEOUT_MS, lifetime);
    lifecycle.finish(lifecycle.phase === 'idle' ? undefined : { reason: 'ended_by_client', code: 1000 });
  };

  return {
    get state() {
      return lifecycle.phase;
    },
    get kept() {
      return isUnderWay(lifecycle.phase) && !isEnding() ? (conversation?.keep() ?? null) : null;
    },
    on,
    start,
    say: (text) => send({ type: 'input.text', text: checkedText(text) }),
    mute: (now) => {
      muted = now;
      if (isUnderWay(lifecycle.phase)) conversation?.mute(now);
    },
    press: (digit) => send({ type: 'input.digit', digit: checkedDigit(digit) }),
    commit: () => send({ type: 'input.commit' }),
    clear: () => send({ type: 'input.clear' }),
    interrupt: () => send({ type: 'agent.interrupt' }),
    end: () => (ending ??= hangUp()),
  };
}

function isUnderWay(phase: CallPhase): boolean {
  return phase === 'live' || phase === 'reconnecting';
}

/** Forwards the conversation's events and ends the call with the server's reason. */
function createConversationEvents(
  emit: Emit,
  lifecycle: Lifecycle,
  isEnding: () => boolean,
  endSession: () => void,
): ConversationEvents {
  let reason: string | undefined;
  return {
    message: (message) => {
      if (message.type === 'session.ended') reason = message.reason;
      emit('message', message);
    },
    level: (level) => emit('level', level),
    playback: (report) => emit('playback', playbackOf(report)),
    lost: (error) => emit('error', error),
    audio: (state) => {
      if (state === 'paused') emit('error', new CallError('audio_paused', AUDIO_PAUSED));
      emit('audio', state);
    },
    reconnecting: () => {
      if (lifecycle.phase === 'live' && !isEnding()) lifecycle.enter('reconnecting');
    },
    resumed: () => {
      if (isEnding()) endSession();
      else if (lifecycle.phase === 'reconnecting') lifecycle.enter('live');
    },
    closed: (code) => {
      // Before the call is live, `start()` rejects instead.
      if (!isUnderWay(lifecycle.phase)) return;
      const unexpected = reason === undefined && !isEnding();
      if (unexpected) emit('error', connectionLost(code));
      lifecycle.finish({ reason: reason ?? (unexpected ? 'disconnected' : 'ended_by_client'), code });
    },
  };
}

/** Settles like `promise`, or resolves with undefined once the lifetime ends. */
async function orEnded<T>(promise: Promise<T>, lifetime: AbortSignal): Promise<T | undefined> {
  const ended = createDeferred<undefined>();
  onAbort(lifetime, () => ended.resolve(undefined));
  const value = await Promise.race([ended.promise, promise]);
  return lifetime.aborted ? undefined : value;
}

function playbackOf({ kind, utterance, played, sampleRate }: PlaybackReport): Playback {
  const playing = kind === 'started' || kind === 'position';
  return { utteranceId: utterance, playedSamples: played, sampleRate, playing };
}

function connectionLost(code: number): CallError {
  const meanings: Readonly<Record<number, string>> = CLOSE_CODES;
  return new CallError('connection_lost', `The connection was lost (${code}): ${meanings[code] ?? 'it broke'}.`);
}

function checkedText(text: string): string {
  if (text.length >= 1 && text.length <= MAX_TEXT) return text;
  throw new RangeError(`Expected a text of 1 to ${MAX_TEXT} characters, got ${text.length}.`);
}

function checkedDigit(digit: unknown): Digit {
  if (isDigit(digit)) return digit;
  throw new RangeError('Expected a telephone key, 0 to 9, *, # or A to D, got something else.');
}
