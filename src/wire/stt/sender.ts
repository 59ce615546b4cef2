import type { SchedulerLike, Subscription } from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import { createRateLimiter } from './rateLimiter.ts';
import { SendCursor, type SendCommand } from './sendCursor.ts';
import type { UtteranceLog } from './utteranceLog.ts';

/** Maximum number of bytes waiting in a socket before more is sent. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** The interval at which a full socket is checked again, in ms. */
const BUFFER_CHECK_MS = 100;

export interface SenderOptions {
  readonly log: UtteranceLog;
  readonly sampleRate: number;
  readonly scheduler: SchedulerLike;
  /** Returns the number of bytes sent that have not yet left this process. */
  readonly bufferedBytes: () => number;
  readonly send: (command: SendCommand) => void;
}

/** The state. A subscription means waiting for the rate limit or the socket. */
type State = 'idle' | 'sending' | 'stopped' | Subscription;

/** Sends the log over one connection, as fast as the provider and the socket accept it. */
export interface Sender {
  /** Sends the new part of the log. */
  sendPending(): void;
  stop(): void;
}

export function createSender({ log, sampleRate, scheduler, bufferedBytes, send }: SenderOptions): Sender {
  const cursor = new SendCursor(log);
  const { waitMs, sent } = createRateLimiter(scheduler);
  let state: State = 'idle';

  const sendNext = (): State => {
    const command = cursor.next;
    if (command === null) return 'idle';
    const audioMs = command.kind === 'audio' ? msOfSamples(command.samples.length, sampleRate) : 0;
    const delayMs = bufferedBytes() > MAX_BUFFERED_BYTES ? BUFFER_CHECK_MS : waitMs(audioMs);
    if (delayMs > 0) return scheduler.schedule(resume, delayMs);
    cursor.advance(command);
    sent(audioMs);
    send(command);
    return state;
  };
  const sendPending = (): void => {
    if (state !== 'idle') return;
    state = 'sending';
    while (state === 'sending') state = sendNext();
  };
  const resume = (): void => {
    state = 'idle';
    sendPending();
  };
  return {
    sendPending,
    stop: () => {
      if (typeof state === 'object') state.unsubscribe();
      state = 'stopped';
    },
  };
}
