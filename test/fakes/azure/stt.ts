import type { FakeSocket, FakeTalk, FakeVendor } from '../kit/fake.ts';
import { createTextReader } from '../kit/sound.ts';
import type { TextReader } from '../kit/sound.ts';
import type { AzureDoorOptions } from './door.ts';
import { judgeDoor, refusal } from './door.ts';
import type { ClientFrame } from './frames.ts';
import { readStrictly, serverText } from './frames.ts';
import { hearing } from './hearing.ts';
import type { Hearing } from './hearing.ts';
import { faultsOfConfig, faultsOfContext, faultsOfHeader, faultsOfTelemetry } from './sttSetup.ts';

export interface AzureSttFakeOptions extends AzureDoorOptions {
  /** In Hz. @default 16000 */
  readonly sampleRate?: number;
  /** @default 1 */
  readonly channels?: number;
  /** @default ['en-US'] */
  readonly languages?: readonly string[];
  /** What becomes of profanity, as the service names it. @default the service's own: it is not asked */
  readonly profanity?: string;
  /** Whether phrases come with their words and their confidence. @default true */
  readonly detailed?: boolean;
  /** The phrases that are to be listened for, in `dgi`. @default none */
  readonly phrases?: readonly string[];
  /** @default createTextReader */
  readonly ear?: (sampleRate: number) => TextReader;
  /** How many words make a phrase. @default all of a turn's */
  readonly phraseWords?: number;
  /** After how much audio the service ends a turn itself, in ms; it does so once. @default never */
  readonly endsTurnAfterMs?: number;
  /** The status of a turn's last phrase. @default 'Success', or 'InitialSilenceTimeout' where nothing was said */
  readonly status?: (text: string) => string;
}

/** Azure's recogniser, `/stt/speech/universal/v2`: strict about the frames, their order, and the ids in them. */
export function azureSttFake(options: AzureSttFakeOptions = {}): FakeVendor {
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
  const patience = { ms: service.endsTurnAfterMs };
  return {
    judge: (door) => judgeDoor(door, { path: '/stt/speech/universal/v2', query }, options),
    refuse: refusal,
    talk: (socket) => {
      const talk = new Listening(socket, service, patience);
      return { received: (frame) => talk.received(frame) } satisfies FakeTalk;
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
  ear: createTextReader,
  phraseWords: Number.POSITIVE_INFINITY,
  endsTurnAfterMs: Number.POSITIVE_INFINITY,
  status: (text: string): string => (text === '' ? 'InitialSilenceTimeout' : 'Success'),
};

type Service = typeof DEFAULTS;

interface Turn {
  readonly id: string;
  readonly hearing: Hearing;
  hasHeader: boolean;
}

/** One connection. */
class Listening {
  readonly #socket: FakeSocket;
  readonly #service: Service;
  readonly #patience: { ms: number };
  readonly #used = new Set<string>();
  #configured: string | null = null;
  #turn: Turn | null = null;
  /** The turn that ended last; its audio may still be under way. */
  #ended: string | null = null;
  #owesTelemetry = false;

  constructor(socket: FakeSocket, service: Service, patience: { ms: number }) {
    this.#socket = socket;
    this.#service = service;
    this.#patience = patience;
  }

  received(frame: string | Uint8Array): void {
    const { fault } = this.#socket;
    const said = readStrictly(frame, fault);
    if (said === null) return this.#socket.close(1007, 'the message cannot be read');
    const { path, body } = said;
    if (path !== 'audio') typeOf(said, 'application/json', fault);
    if (path === 'audio' && typeof body !== 'string') this.#audio(said, body);
    else if (path === 'speech.config' && typeof body === 'string') this.#config(said.requestId, body);
    else if (path === 'speech.context' && typeof body === 'string') this.#context(said.requestId, body);
    else if (path === 'telemetry' && typeof body === 'string') this.#telemetry(said.requestId, body);
    else fault(`a message ${path}`);
  }

  #config(id: string, body: string): void {
    this.#blame(faultsOfConfig(body, this.#service));
    if (this.#turn !== null) this.#socket.fault('speech.config within a turn');
    this.#configured = id;
  }

  #context(id: string, body: string): void {
    this.#blame(faultsOfContext(body, this.#service));
    if (this.#turn !== null) this.#socket.fault('a turn began within another');
    if (this.#owesTelemetry) this.#socket.fault('a turn began before the telemetry of the one before');
    if (this.#configured === null) this.#socket.fault('a turn without a speech.config before it');
    else if (!this.#used.has(this.#configured) && this.#configured !== id)
      this.#socket.fault('speech.config of another turn');
    if (this.#used.has(id)) {
      this.#socket.fault('a request id was used twice');
      return this.#socket.close(1002, 'the request id was used before');
    }
    this.#used.add(id);
    this.#turn = { id, hearing: this.#hearing(id), hasHeader: false };
  }

  #hearing(id: string): Hearing {
    const { ear, sampleRate, channels, detailed, phraseWords, status } = this.#service;
    return hearing({
      ear: ear(sampleRate),
      sampleRate,
      channels,
      detailed,
      phraseWords,
      status,
      say: (path, body) => this.#socket.send(serverText(path, id, body)),
      tell: (path, body) => this.#socket.result(serverText(path, id, body)),
    });
  }

  #audio(said: ClientFrame, body: Uint8Array): void {
    const turn = this.#turn;
    if (turn === null && said.requestId === this.#ended) return;
    if (turn?.id !== said.requestId) return this.#socket.fault('audio of another turn');
    if (!turn.hasHeader) this.#header(turn, said, body);
    else if (body.length === 0) this.#end(turn);
    else this.#samples(turn, said, body);
  }

  #header(turn: Turn, said: ClientFrame, body: Uint8Array): void {
    typeOf(said, 'audio/x-wav', this.#socket.fault);
    const faults = faultsOfHeader(body, this.#service);
    this.#blame(faults);
    if (faults.length > 0) return this.#socket.close(1007, 'no RIFF header');
    turn.hasHeader = true;
    this.#socket.send(serverText('turn.start', turn.id, { context: { serviceTag: turn.id } }));
  }

  #samples(turn: Turn, said: ClientFrame, body: Uint8Array): void {
    const { channels } = this.#service;
    typeOf(said, null, this.#socket.fault);
    if (body.length % (2 * channels) !== 0) return this.#socket.fault('audio cut within a sample');
    const all = new Int16Array(body.slice().buffer);
    turn.hearing.push(all.filter((_, at) => at % channels === 0));
    if (turn.hearing.heardMs < this.#patience.ms) return;
    this.#patience.ms = Number.POSITIVE_INFINITY;
    this.#over(turn);
  }

  #end(turn: Turn): void {
    turn.hearing.finish();
    this.#over(turn);
  }

  #over({ id }: Turn): void {
    this.#turn = null;
    this.#ended = id;
    this.#owesTelemetry = true;
    this.#socket.send(serverText('turn.end', id));
  }

  #telemetry(id: string, body: string): void {
    this.#blame(faultsOfTelemetry(body));
    if (id !== this.#ended || !this.#owesTelemetry) this.#socket.fault('telemetry of no turn that has ended');
    this.#owesTelemetry = false;
  }

  #blame(faults: readonly string[]): void {
    for (const what of faults) this.#socket.fault(what);
  }
}

function typeOf({ path, contentType }: ClientFrame, wanted: string | null, fault: (what: string) => void): void {
  if (contentType !== wanted) fault(`${path}: the content type ${contentType}`);
}
