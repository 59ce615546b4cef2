import { setTimeout as passed } from 'node:timers/promises';
import { bytesOfSamples } from '../../../src/wire/bytes.ts';
import type { FakeSocket, FakeConnection, FakeVendor } from '../kit/fake.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import { createBoundaries } from './boundaries.ts';
import { validateUpgrade, createRefusal, type AzureKeyOptions } from './upgrade.ts';
import { parseStrictly, createServerAudio, createServerText, type ClientFrame } from './frames.ts';
import { parseSsml, type Ssml } from './ssml.ts';
import { findConfigFaults, findSynthesisFaults, parseRequestedOutput, type RequestedOutput } from './ttsSetup.ts';

export interface AzureTtsFakeOptions extends AzureKeyOptions {
  /** In Hz. @default 24000 */
  readonly sampleRate?: number;
  /** @default 'en-US-AvaMultilingualNeural' */
  readonly voiceName?: string;
  /** @default none */
  readonly deploymentId?: string;
  /** @default encodeText */
  readonly synthesize?: (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;
  /** The effect of a request to stop, which the vendor does not document. @default 'ends the turn' */
  readonly onStop?: 'ends the turn' | 'falls silent' | 'goes on';
  /** The time between two pieces of audio, in ms. @default 2 */
  readonly pieceMs?: number;
}

/** Azure's voices, `/tts/cognitiveservices/websocket/v1`: strict about the frames, their order, the ids and the SSML. */
export function createAzureTtsFake(options: AzureTtsFakeOptions = {}): FakeVendor {
  const { deploymentId } = options;
  const query: Readonly<Record<string, string>> = deploymentId === undefined ? {} : { deploymentId };
  return {
    validate: (request) => validateUpgrade(request, { path: '/tts/cognitiveservices/websocket/v1', query }, options),
    refusalOf: () => (options.token?.isExpired() === true ? 401 : null),
    refuse: createRefusal,
    connect: (socket) => {
      const connection = new TtsConnection(socket, { ...DEFAULTS, ...options });
      return {
        onFrame: (frame) => connection.received(frame),
        onClose: () => connection.ended(),
      } satisfies FakeConnection;
    },
  };
}

const DEFAULTS = {
  sampleRate: 24_000,
  voiceName: 'en-US-AvaMultilingualNeural',
  synthesize: encodeText,
  onStop: 'ends the turn',
  pieceMs: 2,
} as const;

type Service = Required<Omit<AzureTtsFakeOptions, 'deploymentId' | keyof AzureKeyOptions>>;

const MAX_BYTES = 65_536;
/** An odd length, which cuts a sample in two. */
const PIECE_BYTES = 4801;

interface Turn {
  readonly id: string;
  readonly wanted: RequestedOutput;
  state: 'context' | 'speaking' | 'stopped' | 'over';
}

class TtsConnection {
  readonly #socket: FakeSocket;
  readonly #service: Service;
  readonly #used = new Set<string>();
  #isConfigured = false;
  #turn: Turn | null = null;

  constructor(socket: FakeSocket, service: Service) {
    this.#socket = socket;
    this.#service = service;
  }

  received(frame: string | Uint8Array): void {
    if (frame.length > MAX_BYTES)
      return this.#socket.close(1007, `Websocket message size cannot exceed ${MAX_BYTES} bytes`);
    const message = parseStrictly(frame, this.#socket.reportViolation);
    if (message === null || typeof message.body !== 'string')
      return this.#socket.close(1007, 'the message cannot be read');
    const wanted = message.path === 'ssml' ? 'application/ssml+xml' : 'application/json';
    if (message.contentType !== wanted)
      this.#socket.reportViolation(`${message.path}: the content type ${message.contentType}`);
    this.#dispatch(message, message.body);
  }

  /** The connection is over. */
  ended(): void {
    if (this.#turn !== null) this.#turn.state = 'over';
  }

  #dispatch({ path, requestId }: ClientFrame, body: string): void {
    if (path === 'speech.config') this.#config(body);
    else if (path === 'synthesis.context') this.#context(requestId, body);
    else if (path === 'ssml') this.#ssml(requestId, body);
    else if (path === 'synthesis.control') this.#control(requestId, body);
    else this.#socket.reportViolation(`a message ${path}`);
  }

  #config(body: string): void {
    this.#report(findConfigFaults(body));
    if (this.#isConfigured) this.#socket.reportViolation('speech.config twice');
    this.#isConfigured = true;
  }

  #context(id: string, body: string): void {
    const wanted = parseRequestedOutput(body);
    this.#report(findSynthesisFaults(wanted, this.#service.sampleRate));
    if (!this.#isConfigured) this.#socket.reportViolation('a turn without a speech.config before it');
    if (this.#turn !== null) this.#socket.reportViolation('a turn began within another');
    if (this.#used.has(id)) {
      this.#socket.reportViolation('a request id was used twice');
      return this.#socket.close(1002, 'the request id was used before');
    }
    this.#used.add(id);
    this.#turn = { id, wanted, state: 'context' };
  }

  #ssml(id: string, body: string): void {
    const turn = this.#turn;
    if (turn?.id !== id || turn.state !== 'context') {
      this.#socket.reportViolation('ssml without a synthesis.context before it');
      return this.#socket.close(1007, 'the turn has no context');
    }
    const ssml = parseSsml(body);
    if (ssml === null) {
      this.#socket.reportViolation(`the SSML ${body}`);
      return this.#socket.close(1007, 'the SSML cannot be parsed');
    }
    if (ssml.voice !== this.#service.voiceName) this.#socket.reportViolation(`the voice ${ssml.voice}`);
    turn.state = 'speaking';
    this.#speak(turn, ssml).catch((error: unknown) => this.#socket.reportViolation(String(error)));
  }

  /** Stops the turn. A request to stop an ended turn came late, and has no effect. */
  #control(id: string, body: string): void {
    if (body !== '{"action":"stop"}') this.#socket.reportViolation(`synthesis.control ${body}`);
    if (!this.#used.has(id)) return this.#socket.reportViolation('synthesis.control of no turn');
    if (this.#turn?.id === id && this.#service.onStop !== 'goes on') this.#turn.state = 'stopped';
  }

  async #speak(turn: Turn, { text }: Ssml): Promise<void> {
    const { sampleRate, synthesize, pieceMs, onStop } = this.#service;
    const streamId = `${turn.id}S`.toUpperCase();
    const say = (path: string, body?: unknown): void => this.#socket.send(createServerText(path, turn.id, body));
    say('turn.start', { context: { serviceTag: turn.id } });
    say('response', { context: { serviceTag: turn.id }, audio: { type: 'inline', streamId } });
    const samples = await synthesize(text, sampleRate);
    const { entries, total } = createBoundaries(text, samples.length / sampleRate, turn.wanted);
    for (const entry of entries) say('audio.metadata', { Metadata: [entry] });
    const bytes = bytesOfSamples(samples);
    for (let at = 0; at < bytes.length && turn.state === 'speaking'; at += PIECE_BYTES) {
      this.#socket.sendResult(bytes.subarray(at, at + PIECE_BYTES), (piece) =>
        createServerAudio(turn.id, streamId, piece),
      );
      await passed(pieceMs);
    }
    if (turn.state === 'over' || (turn.state === 'stopped' && onStop === 'falls silent')) return;
    if (turn.state === 'speaking') say('audio.metadata', { Metadata: [total] });
    this.#turn = null;
    say('turn.end', {});
  }

  #report(faults: readonly string[]): void {
    for (const what of faults) this.#socket.reportViolation(what);
  }
}
