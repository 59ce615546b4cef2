import type { SessionConfig } from '../../session/config/config.ts';
import type { SessionOptions } from '../../session/session.ts';
import type { VirtualClock } from '../../time/virtualClock.ts';
import { TTS_BEHAVIOUR } from '../doubles/emitSpeech.ts';
import { checkReply, LLM_BEHAVIOUR, type LlmBehaviour, type LlmReply } from '../doubles/streamReply.ts';
import type { TransportDoubleOptions } from '../../playback/transportDouble.ts';
import type { TtsDoubleOptions } from '../doubles/tts.ts';
import type { SpeechModelDoubleOptions } from '../doubles/speechModel.ts';
import type { VadDoubleOptions } from '../doubles/vad.ts';
import type { SttDoubleOptions } from '../doubles/stt.ts';
import type { Judge } from '../evals/judge.ts';
import type { Duration } from './time.ts';
import { AntiphonError } from '../../core/errors.ts';
import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import { checkParts } from '../../session/opening/checkParts.ts';

export interface ScoreOptions extends Pick<SessionOptions, 'ports' | 'record' | 'splice' | 'stages' | 'taps'> {
  /** The `custom_data` of `configure_session`. @default {} */
  readonly custom_data?: Record<string, unknown> | undefined;
  /** Changes to the result of `configure_session`. */
  readonly config?: Partial<Omit<SessionConfig<object>, 'session_data'>> | undefined;
  /**
   * The model's answers, in turn; for an agent with a speech model, those of that model. @default the agent's own handler
   * answers
   */
  readonly llm?: readonly (string | LlmReply)[] | undefined;
  readonly doubles?: DoubleBehaviours | undefined;
  /** The clock of the conversation, for agents that wait on one. @default a new clock */
  readonly clock?: VirtualClock | undefined;
  /**
   * How real time in the agent's handler and functions counts. `free`: it takes no virtual time, so that every run of
   * the score is the same. `charged`: an answer takes as much virtual time as it took real time. @default free
   */
  readonly realTime?: 'free' | 'charged' | undefined;
  /** Time for which the conversation continues after the last action. @default 30s */
  readonly lasting?: Duration | undefined;
  /** Judges the conversation by the criteria of `agent.meets`: the result of `createJudge`, or your own function. */
  readonly judge?: Judge | undefined;
  /** Called with the diagram of the conversation, whether it passes or not, for example `console.log`. */
  readonly draw?: ((diagram: string) => void) | undefined;
}

/** The behaviour of the speech model's double. */
export type SpeechModelBehaviour = Pick<
  SpeechModelDoubleOptions,
  'wordsDelayMs' | 'firstAudioMs' | 'msPerChar' | 'speed' | 'sampleRate'
>;

/** The behaviour of each double during the whole conversation. */
export interface DoubleBehaviours {
  readonly vad?: Omit<VadDoubleOptions, 'scheduler' | 'ledger'> | undefined;
  readonly stt?: Pick<SttDoubleOptions, 'delayMs' | 'interims' | 'turns' | 'finalTimeoutMs'> | undefined;
  readonly llm?: LlmBehaviour | undefined;
  readonly tts?: Omit<TtsDoubleOptions, 'scheduler' | 'ledger'> | undefined;
  /** The speech model of an agent that has one. */
  readonly speechModel?: SpeechModelBehaviour | undefined;
  readonly client?: Omit<TransportDoubleOptions, 'scheduler' | 'ledger' | 'audioIn'> | undefined;
}

/**
 * Checks the options of a score and of its doubles. `owner` names the function that takes them.
 *
 * @throws AntiphonError `usage_invalid` for an unknown option, edge or stage
 */
export function checkScoreOptions(
  owner: string,
  options: ScoreOptions,
  more: Readonly<Record<string, true>> = {},
): void {
  checkOptions(owner, options, { ...OPTIONS, ...more });
  checkDoubles(`${owner}.doubles`, options.doubles ?? {});
  for (const [at, reply] of (options.llm ?? []).entries()) checkReply(`${owner}.llm[${at}]`, reply);
  const { realTime = 'free' }: { readonly realTime?: string | undefined } = options;
  if (realTime !== 'free' && realTime !== 'charged')
    throw new AntiphonError('usage_invalid', `realTime: expected "free" or "charged", got "${realTime}"`);
  checkParts(options);
}

function checkDoubles(owner: string, doubles: DoubleBehaviours): void {
  checkOptions(owner, doubles, DOUBLES);
  for (const [name, known] of Object.entries(DOUBLES))
    checkOptions(`${owner}.${name}`, doubles[name as keyof DoubleBehaviours] ?? {}, known);
}

/** The names of the options of each double. */
const DOUBLES: {
  readonly [Double in keyof DoubleBehaviours]-?: NameSet<keyof NonNullable<DoubleBehaviours[Double]> & string>;
} = {
  vad: { sampleRate: true, delayMs: true, failAfterWindows: true },
  stt: { delayMs: true, interims: true, turns: true, finalTimeoutMs: true },
  llm: LLM_BEHAVIOUR,
  tts: {
    ...TTS_BEHAVIOUR,
    utterances: true,
    timings: true,
    sampleRate: true,
    frameMs: true,
    accepts: true,
    language: true,
    name: true,
  },
  speechModel: { wordsDelayMs: true, firstAudioMs: true, msPerChar: true, speed: true, sampleRate: true },
  client: {
    reports: true,
    positionEveryMs: true,
    latencyMs: true,
    clearDelayMs: true,
    outputLatencyMs: true,
    outputSampleRate: true,
    outputFrameMs: true,
    outputLeadMs: true,
    actions: true,
  },
};

const OPTIONS: NameSet<keyof ScoreOptions> = {
  clock: true,
  config: true,
  custom_data: true,
  doubles: true,
  draw: true,
  judge: true,
  lasting: true,
  llm: true,
  ports: true,
  realTime: true,
  record: true,
  splice: true,
  stages: true,
  taps: true,
};
