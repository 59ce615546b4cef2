import type { MediaAdapter, PeerMessage } from '../../../../src/core/mediaAdapter.ts';
import type { PeerDouble } from '../../../../src/testing/contracts/mediaAdapterContract.ts';
import { encodeMulaw } from '../../../../src/wire/audio/g711.ts';

/** What a carrier sends and expects: the suites of all carriers run against it. */
export interface CarrierDouble {
  readonly adapter: MediaAdapter;
  /** The name of its streams in docs/clients.md. */
  readonly streams: string;
  createPeer(): CarrierPeer;
  /** @default it opens its WebSocket with a password */
  readonly webhook?: Webhook;
  /** What connects a call again whose WebSocket is closed. @default it asks for nothing */
  readonly returning?: ReturningAnswers;
  /** The messages that malformed ones are made of, if its audio is in JSON with a place. */
  readonly json?: JsonStream;
}

/** A carrier's end of a stream. */
export interface CarrierPeer extends PeerDouble {
  press(digit: string): readonly PeerMessage[];
  reach(name: string): readonly PeerMessage[];
  /** Whether a clear makes it answer the marks that it drops. */
  readonly returnsDropped: boolean;
  /** The length of its messages of audio, in ms: the last one is filled with silence. @default any */
  readonly partMs?: number;
}

/** A carrier's request for a call. */
export interface Webhook {
  /** Options of the server, besides the address. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly body: string;
  /** The part of `body` that names the call. */
  readonly callId: string;
  /** What the handler gets. */
  readonly custom_data: object;
  /** The beginning and the end of the answer, around the address. */
  readonly answer: readonly [string, string];
  /** What a caller hears when the server is full: an answer, or a status. */
  readonly busy: string | number;
  /** Signs a request at a time, in seconds. */
  sign(body: string, url: string, atS: number): Promise<Record<string, string>> | Record<string, string>;
}

/** The answers to a carrier whose call comes back. */
export interface ReturningAnswers {
  /** Its request when the WebSocket of the call is closed. @default the request for the call */
  readonly returnBody?: string;
  /** The answer that connects the call to this address, and makes the carrier ask at the other one when it is closed. */
  readonly connected: (socketUrl: string, returnUrl: string) => string;
  /** The answer with which it asks again. */
  readonly asksAgain: (returnUrl: string) => string;
  readonly hangUp: string;
}

export interface JsonStream {
  readonly encoding: string;
  start(encoding: string): string;
  media(at: unknown, payload: unknown): string;
}

export const SECRET = 'a secret of the account, 32 bytes';
export const FORM = 'application/x-www-form-urlencoded';

export const XML = '<?xml version="1.0" encoding="UTF-8"?><Response>';
export const redirect = (url: string): string =>
  `<Redirect method="POST">${url.replace('&', '&amp;')}</Redirect></Response>`;
export const XML_RETURN: Pick<ReturningAnswers, 'asksAgain' | 'hangUp'> = {
  asksAgain: (url) => XML + redirect(url),
  hangUp: `${XML}<Hangup/></Response>`,
};

export const base64 = (samples: Int16Array): string => Buffer.from(encodeMulaw(samples)).toString('base64');
export const bytesIn = (payload: string): number => Buffer.from(payload, 'base64').length;
