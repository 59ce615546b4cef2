import type { Call, CallEvents, CallOptions } from '../client/call.ts';
import { createCall as createBrowserCall } from '../client/createCall.ts';
import type { KeptSession } from '../client/keptSession.ts';
import { addPlayback } from '../client/transcript/transcript.ts';
import type { Digit } from '../core/digit.ts';
import { addMessage, endView, initialView, resumeAudio, type SessionView } from './sessionView.ts';

export type Levels = CallEvents['level'];

/** Controls of a session. Each function is stable for the life of the component, so effects can depend on it. */
export interface SessionControls {
  /**
   * Requests the microphone and starts a session. Call it from a click or a key press. Resolves when the session is
   * live, has failed (`error`) or has ended; it never rejects. Does nothing while a session is under way.
   */
  readonly start: () => Promise<void>;
  /**
   * Resumes this tab's session from before a reload; otherwise like `start`. If that fails, `error` is a `CallError`.
   */
  readonly resume: (session: KeptSession) => Promise<void>;
  /**
   * Returns the data with which another page can resume the session, or null if there is no session. The data is
   * secret.
   */
  readonly keep: () => KeptSession | null;
  /** Hangs up. Resolves when all resources are released. */
  readonly end: () => Promise<void>;
  /**
   * Sends typed text.
   *
   * @throws RangeError unless it has 1 to 8192 characters
   */
  readonly say: (text: string) => void;
  /** Interrupts the agent. */
  readonly interrupt: () => void;
  /**
   * Presses a telephone key.
   *
   * @throws RangeError if the key does not exist
   */
  readonly press: (digit: Digit) => void;
  /** Mutes or unmutes the microphone, at any time and for later sessions too. While muted, sends no audio. */
  readonly mute: (muted: boolean) => void;
}

/** The two functions that `useSyncExternalStore` needs to read a changing value. */
export interface External<T> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => T;
}

export interface SessionStore {
  readonly controls: SessionControls;
  readonly view: External<SessionView>;
  readonly levels: External<Levels>;
}

const SILENCE: Levels = { input: 0, output: 0 };

/** Creates sessions one after the other. Each uses the options that are current when it begins. */
export function createSessionStore(
  optionsNow: () => CallOptions,
  createCall: (options: CallOptions) => Call = createBrowserCall,
): SessionStore {
  const view = createValue(initialView);
  const levels = createValue(SILENCE);
  let call: Call | undefined;
  const change = (next: (now: SessionView) => SessionView): void => view.set(next(view.get()));

  const begin = async (options: CallOptions): Promise<void> => {
    if (call !== undefined) return;
    const { muted } = view.get();
    view.set({ ...initialView, muted });
    const begun = createCall(options);
    call = begun;
    follow(begun);
    begun.mute(muted);
    try {
      await begun.start();
    } catch (error) {
      change((now) => ({ ...now, error: error instanceof Error ? error : new Error(String(error)) }));
    }
  };
  const follow = (begun: Call): void => {
    begun.on('state', (state) => {
      if (state === 'ended') {
        call = undefined;
        levels.set(SILENCE);
      }
      change((now) => ({ ...(state === 'ended' ? endView(now) : now), state }));
    });
    begun.on('message', (message) => change((now) => addMessage(now, message)));
    begun.on('playback', (playback) =>
      change((now) => ({ ...now, transcript: addPlayback(now.transcript, playback) })),
    );
    begun.on('level', (now) => levels.set(now));
    begun.on('audio', (audio) => {
      if (audio === 'running') change(resumeAudio);
    });
    begun.on('error', (error) => change((now) => ({ ...now, error })));
    begun.on('ended', (ended) => change((now) => ({ ...now, ended })));
  };
  const controls: SessionControls = {
    start: () => begin(optionsNow()),
    resume: (session) => begin({ ...optionsNow(), resume: session }),
    keep: () => call?.kept ?? null,
    end: async () => await call?.end(),
    say: (text) => call?.say(text),
    interrupt: () => call?.interrupt(),
    press: (digit) => call?.press(digit),
    mute: (muted) => {
      call?.mute(muted);
      change((now) => ({ ...now, muted }));
    },
  };
  return { controls, view, levels };
}

function createValue<T>(initial: T): External<T> & { readonly set: (value: T) => void } {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
