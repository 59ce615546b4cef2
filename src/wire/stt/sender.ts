import type { SchedulerLike, Subscription } from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import { createRateLimiter } from './rateLimiter.ts';
import { SendCursor, type SendCommand } from './sendCursor.ts';
import type { UtteranceLog } from './utteranceLog.ts';

/** The most that may wait in a socket before more is sent, in bytes. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** The interval at which a full socket is checked again, in ms. */
const BUFFER_CHECK_MS = 100;

export interface SenderOptions {
  readonly log: UtteranceLog;
  readonly sampleRate: number;
  readonly scheduler: SchedulerLike;
  /** Returns the bytes that were sent and have not left this process. */
  readonly bufferedBytes: () => number;
  readonly send: (command: SendCommand) => void;
}

/** Sends the log over one connection, as fast as the provider and the socket take it. */
export interface Sender {
  /** Sends what is new in the log. */
  sendPending(): void;
  stop(): void;
}

export function createSender({ log, sampleRate, scheduler, bufferedBytes, send }: SenderOptions): Sender {
  const cursor = new SendCursor(log);
  const { waitMs, sent } = createRateLimiter(scheduler);
  const audioMs = (command: SendCommand): number =>
    command.kind === 'audio' ? msOfSamples(command.samples.length, sampleRate) : 0;
  const delayMs = (command: SendCommand): number =>
    bufferedBytes() > MAX_BUFFERED_BYTES ? BUFFER_CHECK_MS : waitMs(audioMs(command));
  let state: 'idle' | 'sending' | 'stopped' | Subscription = 'idle';

  const sendPending = (): void => {
    if (state !== 'idle') return;
    state = 'sending';
    for (let command = cursor.next; state === 'sending'; command = cursor.next) {
      const wait = command === null ? 0 : delayMs(command);
      if (command === null) state = 'idle';
      else if (wait > 0) state = scheduler.schedule(resume, wait);
      else sendNow(command);
    }
  };
  const resume = (): void => {
    state = 'idle';
    sendPending();
  };
  const sendNow = (command: SendCommand): void => {
    cursor.advance(command);
    sent(audioMs(command));
    send(command);
  };
  return {
    sendPending,
    stop: () => {
      if (typeof state === 'object') state.unsubscribe();
      state = 'stopped';
    },
  };
}
