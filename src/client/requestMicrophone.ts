import { CallError, type CallErrorCode } from './errors.ts';
import { onAbort } from './lifetime.ts';

/** The error code and message for each DOMException of `getUserMedia`. */
const MEANINGS: Readonly<Record<string, readonly [CallErrorCode, string]>> = {
  NotAllowedError: ['microphone_refused', 'The user or the browser denied access to the microphone.'],
  SecurityError: ['microphone_refused', 'This page may not use a microphone.'],
  NotFoundError: ['microphone_missing', 'No microphone was found.'],
  OverconstrainedError: ['microphone_missing', 'No suitable microphone was found.'],
  NotReadableError: ['microphone_busy', 'The microphone is in use elsewhere.'],
  AbortError: ['microphone_busy', 'The microphone could not be started.'],
};

/**
 * Requests the microphone with echo cancellation. The browser asks the user the first time.
 *
 * @throws CallError `microphone_refused`, `microphone_missing`, `microphone_busy`, `audio_unavailable`
 */
export async function requestMicrophone(lifetime: AbortSignal): Promise<MediaStream> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
    onAbort(lifetime, () => stream.getTracks().forEach((track) => track.stop()));
    return stream;
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    const [code, message] = MEANINGS[name] ?? ['audio_unavailable', 'This page has no microphone access.'];
    throw new CallError(code, message, { cause });
  }
}
