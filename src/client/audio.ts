import { CallError } from './errors.ts';
import { onAbort, withTimeout } from './lifetime.ts';

/** The time for a browser to start audio, in ms. */
const RUNNING_TIMEOUT_MS = 3000;

/**
 * Opens an audio context at the device's own rate, with the worklets loaded. Calls `resume` before it waits for anything:
 * the permission of a click is short. Resumes the context whenever it is suspended later (a phone call, a laptop's lid).
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
    throw loadError(cause);
  }
  return context;
}

/**
 * Waits until audio runs. A page without a microphone may play only after a click.
 *
 * @throws CallError `audio_unavailable`
 */
export async function waitUntilRunning(context: AudioContext): Promise<void> {
  const late = (): CallError =>
    new CallError('audio_unavailable', 'The browser does not let audio run: start the call from a click or a key.');
  await withTimeout(context.resume(), RUNNING_TIMEOUT_MS, late);
}

function createContext(): AudioContext {
  // An insecure page has no worklets and no microphone; some browsers have no Web Audio.
  if (!globalThis.isSecureContext || globalThis.AudioWorkletNode === undefined) {
    throw new CallError('audio_unavailable', 'This page has no Web Audio: it needs HTTPS or localhost.');
  }
  try {
    return new AudioContext({ latencyHint: 'interactive' });
  } catch (cause) {
    throw new CallError('audio_unavailable', 'The browser gives this page no audio output.', { cause });
  }
}

/** Browsers report a failed fetch of a worklet as an AbortError. */
function loadError(cause: unknown): CallError {
  return cause instanceof Error && cause.name === 'AbortError'
    ? new CallError('server_unreachable', 'The audio worklets could not be fetched.', { cause })
    : new CallError('audio_unavailable', 'The audio worklets could not be loaded.', { cause });
}

/** Returns the worklets' URLs, written so that bundlers find the files. */
function worklets(): readonly URL[] {
  return [new URL('./capture.worklet.js', import.meta.url), new URL('./playout.worklet.js', import.meta.url)];
}

function keepRunning(context: AudioContext): void {
  if (context.state !== 'running' && context.state !== 'closed') quietly(context.resume());
}

/** Ignores rejections: the context is already closed then. */
function quietly(promise: Promise<void>): void {
  promise.catch(() => undefined);
}
