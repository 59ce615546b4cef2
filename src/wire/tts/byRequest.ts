import { defer, Observable, tap, throwError, using } from 'rxjs';
import type { Subscription } from 'rxjs';
import { bySentence } from '../../core/bySentence.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { TextToSpeech } from '../../core/ports.ts';
import type { HttpRequest } from '../http.ts';
import { keptRequests } from '../keptRequests.ts';
import type { KeptRequests } from '../keptRequests.ts';
import type { WorldOptions } from '../options.ts';
import { requesting } from '../requesting.ts';
import { worldOf } from '../world.ts';
import type { World } from '../world.ts';
import { spokenByRequest } from './request.ts';
import type { RequestedVoice } from './request.ts';

/** A voice that is asked for each sentence. */
export interface AskedTtsWire extends RequestedVoice {
  /** BCP-47 tag of the voice. */
  readonly language: string;
}

/** A voice over plain HTTP whose requests depend on nothing but their text. */
export interface RequestedTtsWire extends Omit<AskedTtsWire, 'ask'> {
  /** Asks for the audio of a text. */
  readonly request: (text: string) => HttpRequest;
}

/**
 * A voice that asks once per sentence, one sentence ahead of what is heard. Words are not timed. A request is tried again
 * until the first byte of its answer; unsubscribing aborts it. An answer without audio is an error. The requests of an
 * utterance share a connection; kept warm, those of a session do, and it is open before the first text.
 */
export function voiceByRequest(wire: RequestedTtsWire, options: WorldOptions = {}): TextToSpeech {
  const { name, request } = wire;
  const asked = (world: World): AskedTtsWire => ({
    ...wire,
    ask: (text) => requesting(request(text), { name }, world),
  });
  return voiceAsking(asked, { ...options, addressOf: () => request('').url });
}

export interface AskingOptions extends WorldOptions {
  /** Where requests go: a URL of the server. */
  readonly addressOf: () => string;
}

/** The same for a voice that asks in its own way, through the `world` that it is given. */
export function voiceAsking(
  wireIn: (world: World) => AskedTtsWire,
  { addressOf, ...options }: AskingOptions,
): TextToSpeech {
  const kept = options.openRequest === undefined ? keptRequests() : null;
  const world = worldOf(kept === null ? options : { ...options, openRequest: kept.openRequest });
  const wire = wireIn(world);
  const { name, sampleRate, language } = wire;
  const synthesize = bySentence(spokenByRequest(wire), world);
  const voice = { name, sampleRate, accepts: 'sentences', language } as const;
  return kept === null ? { ...voice, synthesize } : { ...voice, ...warmed(synthesize, kept, addressOf) };
}

type Warmed = Required<Pick<TextToSpeech, 'synthesize' | 'keepWarm'>>;

/**
 * Keeps connections for an utterance, and for as long as `keepWarm` is subscribed to: then a key that was refused is not
 * tried again, either. A failure to connect ahead is not reported: the request that needs the connection tries again.
 */
function warmed(synthesize: Warmed['synthesize'], kept: KeptRequests, addressOf: () => string): Warmed {
  const subscriptions = new Set<Subscription>();
  let refusal: AntiphonError | null = null;
  const remember = (error: unknown): void => {
    if (subscriptions.size > 0 && isRefusedKey(error)) refusal = error;
  };
  return {
    synthesize: (text) =>
      defer(() => {
        if (refusal !== null) return throwError(() => refusal);
        return using(
          () => kept.keep(),
          () => synthesize(text),
        ).pipe(tap({ error: remember }));
      }),
    keepWarm: () =>
      new Observable(() => {
        const warm = kept.keepOpen(new URL(addressOf()).origin);
        subscriptions.add(warm);
        warm.add(() => {
          subscriptions.delete(warm);
          if (subscriptions.size === 0) refusal = null;
        });
        return warm;
      }),
  };
}

const REFUSED_KEY: ReadonlySet<number | undefined> = new Set([401, 403]);

function isRefusedKey(error: unknown): error is AntiphonError {
  return error instanceof AntiphonError && error.code === 'provider_refused' && REFUSED_KEY.has(error.details.status);
}
