import type { SchedulerLike, Subscription } from 'rxjs';
import { createStreamMessages, readStreamMessage } from '../../../../examples/phone/streamMessages.ts';

/** What Twilio does at the other end of the stream: it plays the agent's audio, and returns each mark when what is before it is over. */
export interface Telephone {
  /** Takes a message of the server. */
  take(frame: string): void;
  /** The stream begins: `connected`, and `start`. */
  begin(): void;
  /** 20 ms of the caller's voice, `at` ms since the beginning. */
  speak(payload: string, at: number): void;
  press(digit: string): void;
  hangUp(): void;
  /** Audio that was sent since the last clear and is not played yet, in ms. */
  unplayedMs(): number;
  /** Audio that was played, in ms. */
  playedMs(): number;
  readonly events: readonly string[];
}

export interface TelephoneOptions {
  readonly scheduler: SchedulerLike;
  /** Sends a message to the server. */
  readonly say: (message: object) => void;
}

const BYTES_PER_MS = 8;

interface WaitingMark {
  readonly name: string;
  readonly due: Subscription;
}

/** A telephone that counts what it plays, in the time of `scheduler`. */
export function createTelephone({ scheduler, say }: TelephoneOptions): Telephone {
  let sentMs = 0;
  let droppedMs = 0;
  let playsUntil = 0;
  let marks: readonly WaitingMark[] = [];
  const events: string[] = [];
  const messages = createStreamMessages(say);
  const unplayedMs = (): number => Math.max(0, playsUntil - scheduler.now());
  const returnMark = (name: string): void => {
    marks = marks.filter((mark) => mark.name !== name);
    messages.returnMark(name);
  };
  const takeMark = (name: string): void => {
    const due = scheduler.schedule(() => returnMark(name), unplayedMs());
    marks = [...marks, { name, due }];
  };
  const clear = (): void => {
    droppedMs += unplayedMs();
    playsUntil = scheduler.now();
    for (const { name, due } of marks) {
      due.unsubscribe();
      returnMark(name);
    }
  };
  return {
    take: (frame) => {
      const message = readStreamMessage(frame);
      events.push(message.event);
      if (message.event === 'clear') return clear();
      if (message.mark !== undefined) return takeMark(message.mark.name);
      const ms = Buffer.from(message.media?.payload ?? '', 'base64').length / BYTES_PER_MS;
      sentMs += ms;
      playsUntil = Math.max(scheduler.now(), playsUntil) + ms;
    },
    begin: messages.begin,
    speak: messages.speak,
    press: messages.press,
    hangUp: messages.hangUp,
    unplayedMs,
    playedMs: () => sentMs - droppedMs - unplayedMs(),
    events,
  };
}
