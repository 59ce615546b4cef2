import { CallError } from './errors.ts';
import { onAbort, withTimeout } from './lifetime.ts';

/** How long a browser may take to let audio run once everything else is there, in ms. */
const RUNNING_TIMEOUT_MS = 3000;

/**
 * An audio context at the device's own rate, with the worklets loaded. Asks for it to run before anything is waited for:
 * the permission of a click lasts no longer. What suspends it later (a phone call, a laptop's lid) is undone.
 *
 * @throws CallError `audio_unavailable`; `server_unreachable` when the worklets cannot be fetched
 */
export async function openAudio(lifetime: AbortSignal): Promise<AudioContext> {
  const context = createContext();
  onAbort(lifetime, () => quietly(context.close()));
  context.addEventListener('statechange', () => keepRunning(context), { signal: lifetime });
  keepRunning(context);
  try {
    await Promise.all(worklets().map((url) => context.audioWorklet.addModule(url)));
  } catch (cause) {
    throw notLoaded(cause);
  }
  return context;
}

/**
 * Waits until audio really runs. A page that captures a microphone may always play; one that does not, only after a click.
 *
 * @throws CallError `audio_unavailable`
 */
export async function waitUntilRunning(context: AudioContext): Promise<void> {
  const late = (): CallError =>
    new CallError('audio_unavailable', 'The browser does not let audio run: start the call from a click or a key.');
  await withTimeout(context.resume(), RUNNING_TIMEOUT_MS, late);
}

function createContext(): AudioContext {
  // An insecure page has neither worklets nor a microphone, and some browsers have no Web Audio at all.
  if (!globalThis.isSecureContext || globalThis.AudioWorkletNode === undefined) {
    throw new CallError('audio_unavailable', 'This page has no Web Audio: it needs HTTPS or localhost.');
  }
  try {
    return new AudioContext({ latencyHint: 'interactive' });
  } catch (cause) {
    throw new CallError('audio_unavailable', 'The browser gives this page no audio output.', { cause });
  }
}

/** A browser that cannot fetch a worklet calls that an abort. */
function notLoaded(cause: unknown): CallError {
  return cause instanceof Error && cause.name === 'AbortError'
    ? new CallError('server_unreachable', 'The audio worklets could not be fetched.', { cause })
    : new CallError('audio_unavailable', 'The audio worklets could not be loaded.', { cause });
}

/** Written so that bundlers see them: each names a file beside this one. */
function worklets(): readonly URL[] {
  return [new URL('./capture.worklet.js', import.meta.url), new URL('./playout.worklet.js', import.meta.url)];
}

function keepRunning(context: AudioContext): void {
  if (context.state !== 'running' && context.state !== 'closed') quietly(context.resume());
}

/** What cannot be resumed or closed is closed already. */
function quietly(promise: Promise<void>): void {
  promise.catch(() => undefined);
}
