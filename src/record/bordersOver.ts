import { NEVER, tap } from 'rxjs';
import type { Observable } from 'rxjs';
import type { AntiphonError } from '../core/errors.ts';
import { fromHandler } from '../stream/fromHandler.ts';
import type { FromHandlerOptions } from '../stream/fromHandler.ts';
import type { SessionIo, SpeechToText, SttInput, TextToSpeech, VadModel } from '../core/ports.ts';
import type { PlayoutCommand } from '../core/playout.ts';
import type { Answering, Borders } from '../session/recording.ts';
import type { Border, Codec } from './border.ts';
import { asItIs, audioCodec, chunkCodec, sttCodec, ttsCodec, typedCodec, errorCodec } from './codecs.ts';
import type { Incoming } from './format.ts';
import { functionsOver } from './functions.ts';

export interface BordersOptions {
  /** Whether the samples of the user's audio are kept. */
  readonly keepAudio: boolean;
  /** Told of what fails beyond the border when it is cancelled. */
  readonly report: (error: AntiphonError) => void;
}

/** The borders of a session, with `border` between them and the session: the one list of what crosses, and how. */
export function bordersOver<SessionData extends object>(
  border: Border,
  { agent, ports, io, scheduler, found = NEVER }: Borders<SessionData>,
  { keepAudio, report }: BordersOptions,
): Borders<SessionData> {
  return {
    scheduler: border.scheduler,
    agent: agentOver(border, agent, { report, scheduler }),
    ports: { vad: vadOver(border, ports.vad), stt: sttOver(border, ports.stt), tts: ttsOver(border, ports.tts) },
    io: ioOver(border, io, keepAudio),
    found: border.through({ kind: 'found', codec: errorCodec, input: NEVER, beyond: () => found }),
  };
}

/** What cancels handlers and functions beyond the border, and whom their failure then is told. */
type HandlerBorder = Pick<BordersOptions, 'report'> & Pick<FromHandlerOptions, 'scheduler'>;

function agentOver<SessionData extends object>(
  border: Border,
  agent: Answering<SessionData>,
  options: HandlerBorder,
): Answering<SessionData> {
  return {
    llm_response_handler: (input) =>
      border.through({
        kind: 'llm',
        codec: chunkCodec,
        input: NEVER,
        beyond: () => fromHandler(() => agent.llm_response_handler(input), options),
      }),
    get functions() {
      return functionsOver(border, () => agent.functions ?? {}, options.report);
    },
  };
}

function vadOver(border: Border, model: VadModel): VadModel {
  const { sampleRate, windowSamples } = model;
  return {
    sampleRate,
    windowSamples,
    score: (windows) =>
      border.through({ kind: 'vad', codec: asItIs(), input: windows, beyond: (sent) => model.score(sent) }),
  };
}

function sttOver(border: Border, stt: SpeechToText): SpeechToText {
  const { name, sampleRate, finalTimeoutMs, interims } = stt;
  const noted = (input: SttInput): void => {
    if (input.kind !== 'audio') border.tell('stt', { kind: input.kind, segment: input.segment });
  };
  return {
    name,
    sampleRate,
    finalTimeoutMs,
    interims,
    transcribe: (speech) =>
      border.through({
        kind: 'stt',
        codec: sttCodec,
        input: speech.pipe(tap(noted)),
        beyond: (sent) => stt.transcribe(sent),
      }),
  };
}

function ttsOver(border: Border, tts: TextToSpeech): TextToSpeech {
  const { name, sampleRate, accepts, language } = tts;
  const warmth = {
    keepWarm: () =>
      border.through({ kind: 'warm', codec: errorCodec, input: NEVER, beyond: () => tts.keepWarm?.() ?? NEVER }),
  };
  return {
    name,
    sampleRate,
    accepts,
    language,
    synthesize: (text, complete) =>
      border.through({ kind: 'tts', codec: ttsCodec, input: text, beyond: (sent) => tts.synthesize(sent, complete) }),
    ...(tts.keepWarm === undefined ? {} : warmth),
  };
}

function ioOver(border: Border, io: SessionIo, keepAudio: boolean): SessionIo {
  const { outputSampleRate, audioIn, textIn, muted, connected } = io;
  const incoming = <Kind extends keyof Incoming, T>(
    kind: Kind,
    codec: Codec<T, Incoming[Kind]>,
    source: Observable<T>,
  ): Observable<T> => border.through({ kind, codec, input: NEVER, beyond: () => source });
  const noted = (command: PlayoutCommand): void => {
    if (command.kind !== 'audio') border.tell('command', command);
  };
  return {
    outputSampleRate,
    audioIn: incoming('audio', audioCodec(keepAudio), audioIn),
    textIn: textIn && incoming('typed', typedCodec, textIn),
    muted: muted && incoming('muted', asItIs(), muted),
    connected: connected && incoming('connected', asItIs(), connected),
    playout: (commands) =>
      border.through({
        kind: 'report',
        codec: asItIs(),
        input: commands.pipe(tap(noted)),
        beyond: (sent) => io.playout(sent),
      }),
  };
}
