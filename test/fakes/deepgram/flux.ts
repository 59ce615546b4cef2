import type { Door, FakeSocket, FakeTalk, FakeVendor } from '../kit/fake.ts';
import { createTextReader } from '../kit/sound.ts';
import { BOOLEAN, refusal, valuesOf, wrongWith } from './door.ts';
import type { Parameters } from './door.ts';
import { isAudio, obey, samplesOf } from './frames.ts';
import type { Messages } from './frames.ts';
import { hearingWith, timedWords } from './hearing.ts';
import type { DeepgramSttFakeOptions } from './stt.ts';

/**
 * Deepgram's `/v2/listen`. A turn begins with its first word, and ends when it is forced to, or, with an `eot_threshold`
 * below 1, after a pause; where there is none, nothing ends. Between turns it reports every 0.25 s that nothing was said.
 */
export function deepgramFluxFake({ ear = createTextReader }: Pick<DeepgramSttFakeOptions, 'ear'> = {}): FakeVendor {
  return {
    judge: (door) => wrongWith(door, '/v2/listen', PARAMETERS),
    refuse: refusal,
    talk: (socket, door) => listen(socket, door, ear),
  };
}

const PARAMETERS: Parameters = {
  model: { lawful: /^flux-general-(?:en|multi)$/u, needed: true },
  encoding: { lawful: /^linear16$/u, needed: true },
  sample_rate: { lawful: /^(?:8000|16000|24000|44100|48000)$/u, needed: true },
  eager_eot_threshold: { lawful: /^0\.[3-9]\d*$/u },
  eot_threshold: { lawful: /^(?:0\.[5-9]\d*|1)$/u },
  eot_timeout_ms: { lawful: /^(?:[5-9]\d\d|[1-9]\d{3}|[1-5]\d{4}|60000)$/u },
  keyterm: { lawful: /^[^:]+$/u, many: true },
  language_hint: { lawful: /^[a-z]{2,3}$/u, many: true },
  profanity_filter: { lawful: BOOLEAN },
  numerals: { lawful: BOOLEAN },
  redact: { lawful: /^(?:aggressive_)?numbers$/u, many: true },
  mip_opt_out: { lawful: BOOLEAN },
  tag: { lawful: /./u, many: true },
};

/** The pauses after which a turn may be over, and is over, where the threshold lets the model decide. */
const EAGER_MS = 120;
const PAUSE_MS = 200;
const UPDATE_S = 0.25;

function listen(socket: FakeSocket, { query }: Door, ear: NonNullable<DeepgramSttFakeOptions['ear']>): FakeTalk {
  const hearing = hearingWith(ear, Number(valuesOf(query, 'sample_rate')[0]));
  const ends = Number(valuesOf(query, 'eot_threshold')[0] ?? 0.7) < 1;
  const isEager = valuesOf(query, 'eager_eot_threshold').length > 0;
  let [told, turn, sequence, isClosing, toldAt, early] = ['', 0, 0, false, 0, false];
  const message = (fields: object): string => JSON.stringify({ request_id: 'r', sequence_id: sequence++, ...fields });
  const tell = (event: string, fields: object = {}): void => {
    const { start, end, text } = hearing.segment;
    const window = { audio_window_start: start, audio_window_end: end };
    const words = timedWords(hearing.segment);
    const said = { transcript: text, words, end_of_turn_confidence: 0.5 };
    socket.result(message({ type: 'TurnInfo', event, turn_index: turn, ...window, ...said, ...fields }));
    [told, toldAt] = [text, end];
  };
  const endTurn = (trigger: string): void => {
    tell('EndOfTurn', { trigger });
    hearing.cut();
    [told, turn, early] = ['', turn + 1, false];
  };
  const hear = (bytes: Uint8Array): void => {
    if (isClosing) socket.fault('audio came after CloseStream');
    if (!isAudio(bytes, socket)) return;
    const before = told;
    hearing.push(samplesOf(bytes));
    if (hearing.segment.text !== before) {
      tell(early ? 'TurnResumed' : before === '' ? 'StartOfTurn' : 'Update');
      early = false;
    } else if (before === '') reportNothing();
    else pause();
  };
  const reportNothing = (): void => {
    if (hearing.segment.end - toldAt >= UPDATE_S) tell('Update');
  };
  const pause = (): void => {
    if (ends && hearing.silenceMs >= PAUSE_MS) return endTurn('model');
    if (!isEager || early || hearing.silenceMs < EAGER_MS) return;
    tell('EagerEndOfTurn');
    early = true;
  };
  const messages: Messages = {
    ForceEndTurn: () => {
      if (told !== '') endTurn('manual');
    },
    CloseStream: () => {
      isClosing = true;
      socket.close(1000);
    },
  };
  socket.send(message({ type: 'Connected' }));
  return { received: (frame) => (typeof frame === 'string' ? obey(frame, messages, socket) : hear(frame)) };
}
