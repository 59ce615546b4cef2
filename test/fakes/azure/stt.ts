import type { FakeSocket, FakeConnection, FakeVendor } from '../kit/fake.ts';
import { createTextReader, type TextReader } from '../../../src/testing/textAudio.ts';
import { validateUpgrade, createRefusal, type AzureKeyOptions } from './upgrade.ts';
import { parseStrictly, createServerText, type ClientFrame } from './frames.ts';
import { createRecogniser, type FakeRecogniser } from './recogniser.ts';
import { findConfigFaults, findContextFaults, findHeaderFaults, findTelemetryFaults } from './sttSetup.ts';

export interface AzureSttFakeOptions extends AzureKeyOptions {
  /** In Hz. @default 16000 */
  readonly sampleRate?: number;
  /** @default 1 */
  readonly channels?: number;
  /** @default ['en-US'] */
  readonly languages?: readonly string[];
  /** The service's treatment of profanity. @default the service's own: no setting */
  readonly profanity?: string;
  /** True if phrases come with their words and their confidence. @default true */
  readonly detailed?: boolean;
  /** The expected phrases, in `dgi`. @default none */
  readonly phrases?: readonly string[];
  /** @default createTextReader */
  readonly createReader?: (sampleRate: number) => TextReader;
  /** The number of words of a phrase. @default all of a turn's */
  readonly phraseWords?: number;
  /** The audio after which the service ends a turn itself, once, in ms. @default never */
  readonly endsTurnAfterMs?: number;
  /** The status of a turn's last phrase. @default 'Success', or 'InitialSilenceTimeout' if there was no speech */
  readonly status?: (text: string) => string;
}

/** Azure's recogniser, `/stt/speech/universal/v2`: strict about the frames, their order, and the ids in them. */
export function createAzureSttFake(options: AzureSttFakeOptions = {}): FakeVendor {
  const service = { ...DEFAULTS, ...options };
  const [language = ''] = service.languages;
  const several: Readonly<Record<string, string>> = service.languages.length > 1 ? { lidEnabled: 'true' } : {};
  const query = {
    language,
    format: service.detailed ? 'detailed' : 'simple',
    ...(service.detailed ? { wordLevelTimestamps: 'true' } : {}),
    ...(service.profanity === '' ? {} : { profanity: service.profanity }),
    ...several,
  };
  const turnLimit = { ms: service.endsTurnAfterMs };
  return {
    validate: (request) => validateUpgrade(request, { path: '/stt/speech/universal/v2', query }, options),
    refusalOf: () => (options.token?.isExpired() === true ? 401 : null),
    refuse: createRefusal,
    connect: (socket) => {
      const connection = new SttConnection(socket, service, turnLimit);
      return { onFrame: (frame) => connection.received(frame) } satisfies FakeConnection;
    },
  };
}

const DEFAULTS = {
  sampleRate: 16_000,
  channels: 1,
  languages: ['en-US'] as readonly string[],
  profanity: '',
  detailed: true,
  phrases: [] as readonly string[],
  createReader: createTextReader,
  phraseWords: Number.POSITIVE_INFINITY,
  endsTurnAfterMs: Number.POSITIVE_INFINITY,
  status: (text: string): string => (text === '' ? 'InitialSilenceTimeout' : 'Success'),
};

type Service = typeof DEFAULTS;

interface Turn {
  readonly id: string;
  readonly hearing: FakeRecogniser;
  hasHeader: boolean;
}

class SttConnection {
  readonly #socket: FakeSocket;
  readonly #service: Service;
  readonly #turnLimit: { ms: number };
  readonly #used = new Set<string>();
  #configured: string | null = null;
  #turn: Turn | null = null;
  /** The turn that ended last; its audio may still be under way. */
  #ended: string | null = null;
  #owesTelemetry = false;

  constructor(socket: FakeSocket, service: Service, turnLimit: { ms: number }) {
    this.#socket = socket;
    this.#service = service;
    this.#turnLimit = turnLimit;
  }

  received(frame: string | Uint8Array): void {
    const { reportViolation } = this.#socket;
    const message = parseStrictly(frame, reportViolation);
    if (message === null) return this.#socket.close(1007, 'the message cannot be read');
    const { path, body } = message;
    if (path !== 'audio') validateType(message, 'application/json', reportViolation);
    if (path === 'audio' && typeof body !== 'string') this.#audio(message, body);
    else if (path === 'speech.config' && typeof body === 'string') this.#config(message.requestId, body);
    else if (path === 'speech.context' && typeof body === 'string') this.#context(message.requestId, body);
    else if (path === 'telemetry' && typeof body === 'string') this.#telemetry(message.requestId, body);
    else reportViolation(`a message ${path}`);
  }

  #config(id: string, body: string): void {
    this.#report(findConfigFaults(body, this.#service));
    if (this.#turn !== null) this.#socket.reportViolation('speech.config within a turn');
    this.#configured = id;
  }

  #context(id: string, body: string): void {
    this.#report(findContextFaults(body, this.#service));
    if (this.#turn !== null) this.#socket.reportViolation('a turn began within another');
    if (this.#owesTelemetry) this.#socket.reportViolation('a turn began before the telemetry of the one before');
    if (this.#configured === null) this.#socket.reportViolation('a turn without a speech.config before it');
    else if (!this.#used.has(this.#configured) && this.#configured !== id)
      this.#socket.reportViolation('speech.config of another turn');
    if (this.#used.has(id)) {
      this.#socket.reportViolation('a request id was used twice');
      return this.#socket.close(1002, 'the request id was used before');
    }
    this.#used.add(id);
    this.#turn = { id, hearing: this.#hearing(id), hasHeader: false };
  }

  #hearing(id: string): FakeRecogniser {
    const { createReader, sampleRate, channels, detailed, phraseWords, status } = this.#service;
    return createRecogniser({
      reader: createReader(sampleRate),
      sampleRate,
      channels,
      detailed,
      phraseWords,
      status,
      send: (path, body) => this.#socket.send(createServerText(path, id, body)),
      sendResult: (path, body) => this.#socket.sendResult(createServerText(path, id, body)),
    });
  }

  #audio(message: ClientFrame, body: Uint8Array): void {
    const turn = this.#turn;
    if (turn === null && message.requestId === this.#ended) return;
    if (turn?.id !== message.requestId) return this.#socket.reportViolation('audio of another turn');
    if (!turn.hasHeader) this.#header(turn, message, body);
    else if (body.length === 0) this.#finish(turn);
    else this.#samples(turn, message, body);
  }

  #header(turn: Turn, message: ClientFrame, body: Uint8Array): void {
    validateType(message, 'audio/x-wav', this.#socket.reportViolation);
    const faults = findHeaderFaults(body, this.#service);
    this.#report(faults);
    if (faults.length > 0) return this.#socket.close(1007, 'no RIFF header');
    turn.hasHeader = true;
    this.#socket.send(createServerText('turn.start', turn.id, { context: { serviceTag: turn.id } }));
  }

  #samples(turn: Turn, message: ClientFrame, body: Uint8Array): void {
    const { channels } = this.#service;
    validateType(message, null, this.#socket.reportViolation);
    if (body.length % (2 * channels) !== 0) return this.#socket.reportViolation('audio cut within a sample');
    const all = new Int16Array(body.slice().buffer);
    turn.hearing.push(all.filter((_, at) => at % channels === 0));
    if (turn.hearing.audioMs < this.#turnLimit.ms) return;
    this.#turnLimit.ms = Number.POSITIVE_INFINITY;
    this.#endTurn(turn);
  }

  #finish(turn: Turn): void {
    turn.hearing.finish();
    this.#endTurn(turn);
  }

  #endTurn({ id }: Turn): void {
    this.#turn = null;
    this.#ended = id;
    this.#owesTelemetry = true;
    this.#socket.send(createServerText('turn.end', id));
  }

  #telemetry(id: string, body: string): void {
    this.#report(findTelemetryFaults(body));
    if (id !== this.#ended || !this.#owesTelemetry) this.#socket.reportViolation('telemetry of no turn that has ended');
    this.#owesTelemetry = false;
  }

  #report(faults: readonly string[]): void {
    for (const what of faults) this.#socket.reportViolation(what);
  }
}

function validateType({ path, contentType }: ClientFrame, wanted: string | null, fault: (what: string) => void): void {
  if (contentType !== wanted) fault(`${path}: the content type ${contentType}`);
}
