import { filter, map, tap, type Observable } from 'rxjs';
import { AntiphonError } from '../../../src/core/errors.ts';
import { EngineHost } from '../../../src/wire/engine/engineHost.ts';
import { startThread } from '../../../src/wire/engine/startThread.ts';
import { isInstalled } from '../../../src/core/requirePackages.ts';
import { ENGINE_PACKAGES, type EnginePackages } from './engine.ts';
import type { SynthesizedSpeech, Utterance } from './speech.ts';
import type { TtsAnswer, TtsCommand } from './messages.ts';

/** The engines, in their own thread. */
export interface TtsHost {
  /** Returns whether the package of an engine is installed. */
  has(engine: keyof EnginePackages): boolean;
  /** Starts the thread ahead of the first utterance. */
  warm(): void;
  /** Emits once and completes; unsubscribing cancels. Errors with `provider_unavailable` or `provider_failed`. */
  speak(utterance: Utterance): Observable<SynthesizedSpeech>;
  /** Emits the fault of the voice, or undefined, and completes. Errors like `speak`. */
  verify(voice: string): Observable<string | undefined>;
}

/** Creates a host with at most one thread, which keeps the process alive only while a command is pending. */
export function createTtsHost(packages: EnginePackages = ENGINE_PACKAGES): TtsHost {
  const thread = new EngineHost<TtsCommand, TtsAnswer>({
    start: startThread('#local-tts-worker', packages),
    title: 'the thread of the local TTS',
    provider: 'local',
  });
  const request = (command: TtsCommand): Observable<TtsAnswer> => thread.request(command).pipe(tap(throwIfFailed));
  return {
    has: (engine) => isInstalled(packages[engine]),
    warm: () => void thread.start(),
    speak: (utterance) =>
      request({ kind: 'speak', utterance }).pipe(
        filter((answer) => answer.kind === 'speech'),
        map(({ speech }) => speech),
      ),
    verify: (voice) =>
      request({ kind: 'verify', voice }).pipe(
        filter((answer) => answer.kind === 'verified'),
        map(({ fault }) => fault),
      ),
  };
}

/** The host shared by all sessions of this process. */
export const sharedTtsHost: TtsHost = createTtsHost();

function throwIfFailed(answer: TtsAnswer): void {
  if (answer.kind === 'failed') throw new AntiphonError(answer.code, answer.message, { provider: 'local' });
}
