import { contract } from './contract.ts';
import type { ContractCase } from './contract.ts';
import type { Trouble } from './trouble.ts';
import { oneConnection } from './tts/connection.ts';
import { ttsTroubles } from './tts/troubles.ts';
import type { TextToSpeechSubject } from './tts/vow.ts';
import { ttsVows } from './tts/vows.ts';

export type { TextToSpeechSubject } from './tts/vow.ts';

/** For which case a subject is made. */
export interface TextToSpeechScene {
  /** What shall be wrong with the server. */
  readonly trouble?: Trouble;
}

export interface TextToSpeechContractOptions {
  /** What the server can have wrong with it: of the cases that need trouble, those are left out that need another. @default none */
  readonly troubles?: readonly Trouble[];
  /**
   * Whether one connection serves utterance after utterance. Not so where each is a request, or a connection, of its own. It
   * shows where the subject counts its `attempts`. @default true
   */
  readonly keepsConnection?: boolean;
}

/**
 * What every voice promises, whoever speaks, as cases for any test runner. Each makes a subject of its own, or two: the same
 * text must then be the same samples. A case takes less than 10 s, most of them a fraction of one.
 *
 * ```ts
 * describe('Acme keeps the contract of TextToSpeech', () => {
 *   for (const { name, run } of textToSpeechContract(make, { troubles: TROUBLES })) test(name, run, 10_000);
 * });
 * ```
 */
export function textToSpeechContract(
  make: (scene: TextToSpeechScene) => Promise<TextToSpeechSubject>,
  { troubles = [], keepsConnection = true }: TextToSpeechContractOptions = {},
): readonly ContractCase[] {
  const makeIn = (trouble: Trouble | undefined): Promise<TextToSpeechSubject> =>
    make(trouble === undefined ? {} : { trouble });
  const kept = keepsConnection ? [oneConnection] : [];
  return contract([...ttsVows, ...kept, ...ttsTroubles], makeIn, troubles);
}
