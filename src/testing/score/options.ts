import type { SessionConfig } from '../../session/config.ts';
import type { SessionOptions } from '../../session/createSession.ts';
import type { VirtualClock } from '../../time/virtualClock.ts';
import type { LlmBehaviour, LlmReply } from '../doubles/llm.ts';
import type { TransportDoubleOptions } from '../../playback/transportDouble.ts';
import type { TtsDoubleOptions } from '../doubles/tts.ts';
import type { VadDoubleOptions } from '../doubles/vad.ts';
import type { SttDoubleOptions } from '../doubles/stt.ts';
import type { Duration } from './time.ts';
import { AntiphonError } from '../../core/errors.ts';
import { assertKnownName } from '../../core/names.ts';
import type { NameSet } from '../../core/names.ts';
import { checkParts } from '../../session/checkParts.ts';

export interface ScoreOptions extends Pick<SessionOptions, 'ports' | 'record' | 'splice' | 'stages'> {
  /** What `configure_session` gets. @default {} */
  readonly custom_data?: Record<string, unknown> | undefined;
  /** What is to differ from that which `configure_session` returns. */
  readonly config?: Partial<Omit<SessionConfig<object>, 'session_data'>> | undefined;
  /** What the model answers, in turn. @default the agent's own handler answers */
  readonly llm?: readonly (string | LlmReply)[] | undefined;
  /** How the doubles behave. */
  readonly doubles?: DoubleBehaviours | undefined;
  /** The clock of the conversation, for agents that take the time from one. @default a new one */
  readonly clock?: VirtualClock | undefined;
  /**
   * What becomes of the real time for which the agent's handler and functions wait: `free`: it takes no virtual time, so that
   * the score goes the same way every time. `charged`: an answer comes as much virtual time after its call as it took in
   * real time. @default free
   */
  readonly realTime?: 'free' | 'charged' | undefined;
  /** How long the conversation goes on after the last that is done. @default 30s */
  readonly lasting?: Duration | undefined;
  /** Gets the conversation as a diagram, whether it goes as expected or not: `console.log`, say. */
  readonly draw?: ((diagram: string) => void) | undefined;
}

/** How each of the doubles behaves, all the time; without a field, as quickly as it can. */
export interface DoubleBehaviours {
  readonly vad?: Omit<VadDoubleOptions, 'scheduler' | 'ledger'> | undefined;
  readonly stt?: Pick<SttDoubleOptions, 'delayMs' | 'interims' | 'finalTimeoutMs'> | undefined;
  readonly llm?: LlmBehaviour | undefined;
  readonly tts?: Omit<TtsDoubleOptions, 'scheduler' | 'ledger'> | undefined;
  readonly client?: Omit<TransportDoubleOptions, 'scheduler' | 'ledger' | 'audioIn'> | undefined;
}

/** Checks the options of a score. @throws AntiphonError `usage_invalid` for an unknown option, edge or stage */
export function checkOptions(options: ScoreOptions): void {
  for (const name of Object.keys(options)) assertKnownName('option', Object.keys(OPTIONS), name);
  const { realTime = 'free' }: { readonly realTime?: string | undefined } = options;
  if (realTime !== 'free' && realTime !== 'charged')
    throw new AntiphonError('usage_invalid', `realTime: expected "free" or "charged", got "${realTime}"`);
  checkParts(options);
}

const OPTIONS: NameSet<keyof ScoreOptions> = {
  clock: true,
  config: true,
  custom_data: true,
  doubles: true,
  draw: true,
  lasting: true,
  llm: true,
  ports: true,
  realTime: true,
  record: true,
  splice: true,
  stages: true,
};
