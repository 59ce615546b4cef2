import type { Call, CallEvents, CallOptions } from '../client/call.ts';
import { createCall as createBrowserCall } from '../client/createCall.ts';
import { addPlayback } from '../client/transcript/transcript.ts';
import type { Digit } from '../core/digit.ts';
import { addMessage, endView, initialView, resumeAudio, type SessionView } from './sessionView.ts';

export type Levels = CallEvents['level'];

/** Controls of a session. Each is the same function for the life of the component, so that it can be a dependency of an effect. */
export interface SessionControls {
  /**
   * Requests the microphone and starts a session, from a click or a key. Resolves when it is live, has failed (`error`) or has
   * ended; it does not reject. Does nothing while a session is under way.
   */
  readonly start: () => Promise<void>;
  /** Hangs up. Resolves when everything is released. */
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
   * Presses a key of a telephone.
   *
   * @throws RangeError if there is no such key
   */
  readonly press: (digit: Digit) => void;
  /** Works at any time, also for the next session. While muted, no audio is sent. */
  readonly mute: (muted: boolean) => void;
}

/** What `useSyncExternalStore` needs of a value that changes. */
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

/** Creates sessions, one after the other, with the options of the moment at which each begins. */
export function createSessionStore(
  optionsNow: () => CallOptions,
  createCall: (options: CallOptions) => Call = createBrowserCall,
): SessionStore {
  const view = createValue(initialView);
  const levels = createValue(SILENCE);
  let call: Call | undefined;
  const change = (next: (now: SessionView) => SessionView): void => view.set(next(view.get()));

  const start = async (): Promise<void> => {
    if (call !== undefined) return;
    const { muted } = view.get();
    view.set({ ...initialView, muted });
    const begun = createCall(optionsNow());
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
    start,
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
