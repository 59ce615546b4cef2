import type { AudioState } from './call.ts';
import { CallError } from './errors.ts';
import { onAbort, withTimeout } from './lifetime.ts';

/** Timeout for the browser to start audio, in ms. */
const RUNNING_TIMEOUT_MS = 3000;
/** Duration of a pause of the audio before it is reported, in ms. */
const PAUSED_AFTER_MS = 500;
/** Page events after which the browser may let the audio run again. */
const RETRIES = ['visibilitychange', 'pointerdown', 'pointerup', 'keydown'] as const;

/**
 * Opens an audio context at the device's own rate and loads the worklets. Calls `resume` before it awaits anything,
 * because the user activation of a click lasts only briefly. If the context is suspended later (a phone call, a closed
 * laptop lid), resumes it, and tries again when the page becomes visible and at each click or key press, which some
 * browsers require.
 *
 * @throws CallError `audio_unavailable`; `server_unreachable` when the worklets cannot be fetched
 */
export async function openAudio(lifetime: AbortSignal): Promise<AudioContext> {
  const context = createContext();
  onAbort(lifetime, () => quietly(context.close()));
  const keep = (): void => keepRunning(context);
  context.addEventListener('statechange', keep, { signal: lifetime });
  for (const type of RETRIES) globalThis.document?.addEventListener(type, keep, { signal: lifetime, capture: true });
  keepRunning(context);
  try {
    await Promise.all(worklets().map((url) => context.audioWorklet.addModule(url)));
  } catch (cause) {
    throw loadError(cause);
  }
  return context;
}

/**
 * Reports when the browser has paused the audio for more than a moment and when it runs again, until the lifetime ends.
 */
export function watchAudio(context: AudioContext, lifetime: AbortSignal, changed: (state: AudioState) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: AudioState = 'running';
  const change = (next: AudioState): void => {
    if (next === state) return;
    state = next;
    changed(next);
  };
  const check = (): void => {
    clearTimeout(timer);
    if (context.state === 'running') change('running');
    else if (context.state !== 'closed') timer = setTimeout(() => change('paused'), PAUSED_AFTER_MS);
  };
  context.addEventListener('statechange', check, { signal: lifetime });
  onAbort(lifetime, () => clearTimeout(timer));
  check();
}

/**
 * Waits until the audio runs. A page without a microphone may play audio only after a click.
 *
 * @throws CallError `audio_unavailable`
 */
export async function waitUntilRunning(context: AudioContext): Promise<void> {
  const late = (): CallError =>
    new CallError('audio_unavailable', 'The browser blocks audio: start the call from a click or a key press.');
  await withTimeout(context.resume(), RUNNING_TIMEOUT_MS, late);
}

function createContext(): AudioContext {
  // Insecure pages have neither worklets nor a microphone, and some browsers lack Web Audio.
  if (!globalThis.isSecureContext || globalThis.AudioWorkletNode === undefined) {
    throw new CallError('audio_unavailable', 'This page has no Web Audio: it needs HTTPS or localhost.');
  }
  try {
    return new AudioContext({ latencyHint: 'interactive' });
  } catch (cause) {
    throw new CallError('audio_unavailable', 'The browser gives this page no audio output.', { cause });
  }
}

/** Converts a load error. Browsers report a failed fetch of a worklet as an AbortError. */
function loadError(cause: unknown): CallError {
  return cause instanceof Error && cause.name === 'AbortError'
    ? new CallError('server_unreachable', 'The audio worklets could not be fetched.', { cause })
    : new CallError('audio_unavailable', 'The audio worklets could not be loaded.', { cause });
}

/** Returns the worklets' URLs, in a form in which bundlers find the files. */
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
