import { NEVER, of, tap, type Observable } from 'rxjs';
import { selectPlayoutFormat } from '../core/playoutFormat.ts';
import type { AntiphonError } from '../core/errors.ts';
import { createTeardownError, fromHandler, type FromHandlerOptions } from '../stream/fromHandler.ts';
import type { OnDigitsInput } from '../session/agent.ts';
import { fromReturned } from '../session/agentCode/functions/fromReturned.ts';
import type { SessionIo, SpeechToText, SttInput, TextToSpeech, VadModel } from '../core/ports.ts';
import type { SpeechModelInput, SpeechToSpeech } from '../core/speechToSpeech.ts';
import type { TurnModel } from '../core/turnModel.ts';
import type { PlayoutCommand } from '../core/playout.ts';
import type { AnsweringAgent, Borders } from '../session/recording.ts';
import type { Border, Codec } from './border.ts';
import {
  jsonCodec,
  createAudioCodec,
  chunkCodec,
  speechModelCodec,
  sttCodec,
  ttsCodec,
  typedCodec,
  entryCodec,
  writePlayoutAudio,
  errorCodec,
} from './codecs.ts';
import type { Incoming } from './format.ts';
import { wrapFunctions } from './wrapFunctions.ts';

export interface WrapOptions {
  /** True to keep the samples of the user's audio. */
  readonly keepAudio: boolean;
  /** True to keep the samples of the agent's audio. */
  readonly keepAgentAudio: boolean;
  /** Receives errors that outside code throws while it is being cancelled. */
  readonly report: (error: AntiphonError) => void;
  /** False for a recording of an earlier version, without verdicts: asks the turn model instead. @default true */
  readonly hasVerdicts?: boolean | undefined;
}

/** Puts `border` between a session and everything outside it. This is the only list of the streams that cross it. */
export function wrapBorders<SessionData extends object>(
  border: Border,
  { agent, ports, io, scheduler, errors = NEVER }: Borders<SessionData>,
  { keepAudio, keepAgentAudio, report, hasVerdicts = true }: WrapOptions,
): Borders<SessionData> {
  return {
    scheduler: border.scheduler,
    agent: wrapAgent(border, agent, { report, scheduler }),
    ports: {
      vad: wrapVad(border, ports.vad),
      stt: wrapSpeechToText(border, ports.stt),
      tts: wrapTextToSpeech(border, ports.tts),
      speechModel: ports.speechModel && wrapSpeechModel(border, ports.speechModel),
      turns: ports.turns && hasVerdicts ? wrapTurnModel(border, ports.turns) : ports.turns,
    },
    io: wrapIo(border, io, { keepAudio, keepAgentAudio }),
    errors: border.connect({ kind: 'found', codec: errorCodec, input: NEVER, outside: () => errors }),
  };
}

type HandlerOptions = Pick<WrapOptions, 'report'> & Pick<FromHandlerOptions, 'scheduler'>;

function wrapAgent<SessionData extends object>(
  border: Border,
  agent: AnsweringAgent<SessionData>,
  options: HandlerOptions,
): AnsweringAgent<SessionData> {
  return {
    llm_response_handler: (input) =>
      border.connect({
        kind: 'llm',
        codec: chunkCodec,
        input: NEVER,
        outside: () => fromHandler(() => agent.llm_response_handler(input), options),
      }),
    on_digits: (input) =>
      border.connect({ kind: 'entry', codec: entryCodec, input: NEVER, outside: () => decide(agent, input, options) }),
    on_user_away: (input) =>
      border.connect({
        kind: 'away',
        codec: entryCodec,
        input: NEVER,
        outside: () =>
          fromReturned(agent.on_user_away?.(input), (cause) =>
            options.report(createTeardownError(cause, 'on_user_away')),
          ),
      }),
    filler: (input) =>
      border.connect({
        kind: 'filler',
        codec: entryCodec,
        input: NEVER,
        outside: () =>
          fromReturned(agent.filler?.(input), (cause) => options.report(createTeardownError(cause, 'filler'))),
      }),
    get functions() {
      return wrapFunctions(border, () => agent.functions ?? {}, options.report);
    },
  };
}

/** Asks `on_digits`. Without that callback, the keys are the text. */
function decide<SessionData extends object>(
  agent: AnsweringAgent<SessionData>,
  input: OnDigitsInput<SessionData>,
  { report }: HandlerOptions,
): Observable<unknown> {
  if ((agent.on_digits ?? undefined) === undefined) return of(input.digits);
  return fromReturned(agent.on_digits?.(input), (cause) => report(createTeardownError(cause, 'on_digits')));
}

function wrapVad(border: Border, model: VadModel): VadModel {
  const { sampleRate, windowSamples, keepsWindows } = model;
  return {
    sampleRate,
    windowSamples,
    keepsWindows,
    score: (windows) =>
      border.connect({ kind: 'vad', codec: jsonCodec(), input: windows, outside: (sent) => model.score(sent) }),
  };
}

/** Places `border` between a session and a turn model. */
export function wrapTurnModel(border: Border, model: TurnModel): TurnModel {
  if (model.kind === 'streaming')
    return {
      kind: 'streaming',
      name: model.name,
      listen: (audio) =>
        border.connect({ kind: 'turn', codec: jsonCodec(), input: audio, outside: (sent) => model.listen(sent) }),
    };
  return {
    kind: 'pause',
    name: model.name,
    usesAudio: model.usesAudio,
    warmUp: () => model.warmUp?.(),
    score: (pause) =>
      border.connect({
        kind: pause.isSpeaking === true ? 'standstill' : 'turn',
        codec: jsonCodec(),
        input: NEVER,
        outside: () => model.score(pause),
      }),
  };
}

/** Places `border` between a session and a recogniser. */
export function wrapSpeechToText(border: Border, stt: SpeechToText): SpeechToText {
  const { name, model, sampleRate, finalTimeoutMs, interims, delaysInterims, turns } = stt;
  const noted = (input: SttInput): void => {
    if (input.kind !== 'audio') border.output('stt', { kind: input.kind, segment: input.segment });
  };
  return {
    name,
    model,
    sampleRate,
    finalTimeoutMs,
    interims,
    delaysInterims,
    turns,
    transcribe: (speech, wanted) =>
      border.connect({
        kind: 'stt',
        codec: sttCodec,
        input: speech.pipe(tap(noted)),
        outside: (sent) => stt.transcribe(sent, wanted),
      }),
  };
}

/** Places `border` between a session and a TTS port. */
export function wrapTextToSpeech(border: Border, tts: TextToSpeech): TextToSpeech {
  const { name, model, sampleRate, accepts, language } = tts;
  const warmth = {
    keepWarm: () =>
      border.connect({ kind: 'warm', codec: errorCodec, input: NEVER, outside: () => tts.keepWarm?.() ?? NEVER }),
  };
  return {
    name,
    model,
    sampleRate,
    accepts,
    language,
    synthesize: (text, complete) =>
      border.connect({ kind: 'tts', codec: ttsCodec, input: text, outside: (sent) => tts.synthesize(sent, complete) }),
    ...(tts.keepWarm === undefined ? {} : warmth),
  };
}

/** Places `border` between a session and a speech model. */
function wrapSpeechModel(border: Border, speechModel: SpeechToSpeech): SpeechToSpeech {
  const { name, model, sampleRate, output } = speechModel;
  const noted = (input: SpeechModelInput): void => {
    if (input.kind !== 'audio') border.output('model', input);
  };
  return {
    name,
    model,
    sampleRate,
    output,
    converse: (input, options) =>
      border.connect({
        kind: 'model',
        codec: speechModelCodec,
        input: input.pipe(tap(noted)),
        outside: (sent) => speechModel.converse(sent, options),
      }),
  };
}

function wrapIo(
  border: Border,
  io: SessionIo,
  { keepAudio, keepAgentAudio }: Pick<WrapOptions, 'keepAudio' | 'keepAgentAudio'>,
): SessionIo {
  const { audioIn, textIn, digits, muted, turns, connected } = io;
  const incoming = <Kind extends keyof Incoming, T>(
    kind: Kind,
    codec: Codec<T, Incoming[Kind]>,
    source: Observable<T>,
  ): Observable<T> => border.connect({ kind, codec, input: NEVER, outside: () => source });
  const noted = (command: PlayoutCommand): void => {
    if (command.kind !== 'audio') border.output('command', command);
    else if (keepAgentAudio) border.output('playout', writePlayoutAudio(command));
  };
  return {
    ...selectPlayoutFormat(io),
    audioIn: incoming('audio', createAudioCodec(keepAudio), audioIn),
    textIn: textIn && incoming('typed', typedCodec, textIn),
    digits: digits && incoming('digit', jsonCodec(), digits),
    muted: muted && incoming('muted', jsonCodec(), muted),
    turns: turns && incoming('turns', jsonCodec(), turns),
    connected: connected && incoming('connected', jsonCodec(), connected),
    playout: (commands) =>
      border.connect({
        kind: 'report',
        codec: jsonCodec(),
        input: commands.pipe(tap(noted)),
        outside: (sent) => io.playout(sent),
      }),
  };
}
