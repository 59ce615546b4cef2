/** What Twilio sends over the stream of a call, numbered. */
export interface StreamMessages {
  /** The stream begins: `connected`, and `start`. */
  begin(): void;
  /** Audio of the caller in mu-law as base64, `atMs` since the beginning. */
  speak(payload: string, atMs: number): void;
  press(digit: string): void;
  /** What came before this mark is played, or dropped by a clear. */
  returnMark(name: string): void;
  hangUp(): void;
}

/** A message of the server to Twilio. */
export interface ReceivedMessage {
  readonly event: string;
  readonly streamSid: string;
  readonly media?: { readonly payload: string } | undefined;
  readonly mark?: { readonly name: string } | undefined;
}

/** The name of the stream. */
const STREAM = 'MZ0123456789abcdef0123456789abcdef';

/**
 * Creates messages as in https://www.twilio.com/docs/voice/media-streams/websocket-messages (read 2026-11): but for the format, all
 * numbers are strings. `send` is given each.
 */
export function createStreamMessages(send: (message: object) => void): StreamMessages {
  let sequence = 0;
  const sendEvent = (event: string, fields: object): void =>
    send({ event, sequenceNumber: `${++sequence}`, streamSid: STREAM, ...fields });
  return {
    begin: () => {
      send({ event: 'connected', protocol: 'Call', version: '1.0.0' });
      const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
      const start = { accountSid: 'AC1', streamSid: STREAM, callSid: 'CA1', tracks: ['inbound'], mediaFormat };
      sendEvent('start', { start: { ...start, customParameters: {} } });
    },
    speak: (payload, atMs) =>
      sendEvent('media', { media: { track: 'inbound', chunk: `${sequence}`, timestamp: `${atMs}`, payload } }),
    press: (digit) => sendEvent('dtmf', { dtmf: { track: 'inbound_track', digit } }),
    returnMark: (name) => sendEvent('mark', { mark: { name } }),
    hangUp: () => sendEvent('stop', { stop: { accountSid: 'AC1', callSid: 'CA1' } }),
  };
}

/** Reads a message of the server. Throws an Error for one of another stream, which Twilio would ignore. */
export function readStreamMessage(text: string): ReceivedMessage {
  const message = JSON.parse(text) as ReceivedMessage;
  if (message.streamSid !== STREAM) throw new Error(`a message for another stream: ${message.streamSid}`);
  return message;
}
