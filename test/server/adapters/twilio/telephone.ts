import type { SchedulerLike, Subscription } from 'rxjs';

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

const STREAM = 'MZ0123456789abcdef0123456789abcdef';
const BYTES_PER_MS = 8;

interface WaitingMark {
  readonly name: string;
  readonly due: Subscription;
}

/** Messages as in https://www.twilio.com/docs/voice/media-streams/websocket-messages (read 2026-11): all numbers are strings. */
export function createTelephone({ scheduler, say }: TelephoneOptions): Telephone {
  let sequence = 0;
  let sentMs = 0;
  let droppedMs = 0;
  let playsUntil = 0;
  let marks: readonly WaitingMark[] = [];
  const events: string[] = [];
  const tell = (event: string, fields: object): void =>
    say({ event, sequenceNumber: `${++sequence}`, streamSid: STREAM, ...fields });
  const unplayedMs = (): number => Math.max(0, playsUntil - scheduler.now());
  const returnMark = (name: string): void => {
    marks = marks.filter((mark) => mark.name !== name);
    tell('mark', { mark: { name } });
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
      const message = JSON.parse(frame) as {
        readonly event: string;
        readonly streamSid: string;
        readonly media?: { readonly payload: string };
        readonly mark?: { readonly name: string };
      };
      if (message.streamSid !== STREAM) throw new Error(`another stream: ${message.streamSid}`);
      events.push(message.event);
      if (message.event === 'clear') return clear();
      if (message.mark !== undefined) return takeMark(message.mark.name);
      const ms = Buffer.from(message.media?.payload ?? '', 'base64').length / BYTES_PER_MS;
      sentMs += ms;
      playsUntil = Math.max(scheduler.now(), playsUntil) + ms;
    },
    begin: () => {
      say({ event: 'connected', protocol: 'Call', version: '1.0.0' });
      const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
      const start = { accountSid: 'AC1', streamSid: STREAM, callSid: 'CA1', tracks: ['inbound'], mediaFormat };
      tell('start', { start: { ...start, customParameters: {} } });
    },
    speak: (payload, at) =>
      tell('media', { media: { track: 'inbound', chunk: `${sequence}`, timestamp: `${at}`, payload } }),
    press: (digit) => tell('dtmf', { dtmf: { track: 'inbound_track', digit } }),
    hangUp: () => tell('stop', { stop: { accountSid: 'AC1', callSid: 'CA1' } }),
    unplayedMs,
    playedMs: () => sentMs - droppedMs - unplayedMs(),
    events,
  };
}
