import { soundOf } from '../sound.ts';
import { contract } from './contract.ts';
import type { ContractCase } from './contract.ts';
import { oneConnection } from './stt/connection.ts';
import { SAID } from './stt/segments.ts';
import type { Speak } from './stt/segments.ts';
import { standingIn } from './stt/standingIn.ts';
import { refusedEarly, sttTroubles } from './stt/troubles.ts';
import type { SpeechToTextSubject } from './stt/vow.ts';
import { sttVows } from './stt/vows.ts';
import type { Trouble } from './trouble.ts';

export type { SpeechToTextSubject } from './stt/vow.ts';

/** For which case a subject is made. */
export interface SpeechToTextScene {
  /** What shall be wrong with the server. */
  readonly trouble?: Trouble;
  /** What will be said in segment 0, 1, 2 …, for a double that must be told. */
  readonly said: readonly string[];
}

export interface SpeechToTextContractOptions {
  /** What the server can have wrong with it: of the cases that need trouble, those are left out that need another. @default none */
  readonly troubles?: readonly Trouble[];
  /**
   * Whether one connection serves segment after segment. Not so where each is a request, or a connection, of its own. It
   * shows where the subject counts its `attempts`. @default true
   */
  readonly keepsConnection?: boolean;
  /** Says what the recogniser is to hear. @default sound that `readingEar` reads */
  readonly speak?: Speak;
}

/**
 * What every recogniser promises, whoever hears, as cases for any test runner. Each makes a subject of its own. A case
 * takes less than 10 s, most of them a fraction of one.
 *
 * ```ts
 * describe('Acme keeps the contract of SpeechToText', () => {
 *   for (const { name, run } of speechToTextContract(make, { troubles: TROUBLES })) test(name, run, 10_000);
 * });
 * ```
 */
export function speechToTextContract(
  make: (scene: SpeechToTextScene) => Promise<SpeechToTextSubject>,
  { troubles = [], keepsConnection = true, speak = readable }: SpeechToTextContractOptions = {},
): readonly ContractCase[] {
  const makeIn = (trouble: Trouble | undefined): Promise<SpeechToTextSubject> =>
    make(trouble === undefined ? { said: SAID } : { said: SAID, trouble });
  const kept = keepsConnection ? [oneConnection(speak), refusedEarly] : [];
  return contract([...sttVows(speak), standingIn(speak), ...kept, ...sttTroubles(speak)], makeIn, troubles);
}

async function readable(text: string, sampleRate: number): Promise<Int16Array> {
  return soundOf(text, sampleRate);
}
