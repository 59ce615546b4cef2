import { throwError } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { SpeechToText, TextToSpeech } from '../../src/core/ports.ts';
import { createSttFallback } from '../../src/fallback/createSttFallback.ts';
import { createTtsFallback } from '../../src/fallback/createTtsFallback.ts';
import { INJECTED_FAULTS, type InjectedFault } from '../../src/testing/contracts/injectedFault.ts';
import { createSpeechToTextContract } from '../../src/testing/contracts/speechToTextContract.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { brokenOf } from './suites.ts';
import { toyStt } from './toyStt.ts';
import { toyTts } from './toyTts.ts';

/** Faults after which the contract expects an error: every provider has them. The second one does not have the others. */
const LASTING: readonly (InjectedFault | undefined)[] = ['refuses the key', 'is mute', 'drops after the first result'];

const scenarioOf = (fault: InjectedFault | undefined) => (fault === undefined ? {} : { fault });
const ofSecond = (fault: InjectedFault | undefined) => scenarioOf(LASTING.includes(fault) ? fault : undefined);

const brokenStt = (stt: SpeechToText): SpeechToText => ({
  ...stt,
  transcribe: () => throwError(() => new Error('broken')),
});
const brokenTts = (tts: TextToSpeech): TextToSpeech => ({
  ...tts,
  synthesize: () => throwError(() => new Error('broken')),
});

describe('a fallback of recognisers keeps the contract of SpeechToText', () => {
  const make =
    (change: (stt: SpeechToText) => SpeechToText, isFirst: boolean) =>
    async ({ fault }: { readonly fault?: InjectedFault }) => {
      const texts: readonly string[] = [];
      const first = await toyStt()({ texts, ...scenarioOf(fault) });
      const second = await toyStt()({ texts, ...(isFirst ? ofSecond(fault) : scenarioOf(fault)) });
      const own = isFirst ? first : second;
      return {
        ...own,
        stt: createSttFallback([change(first.stt), second.stt]),
        closed: async () => void (await Promise.all([first.closed(), second.closed()])),
        fallSilent: () => [first, second].forEach(({ fallSilent }) => fallSilent?.()),
      };
    };

  test('when the first does the work', async () => {
    const cases = createSpeechToTextContract(
      make((stt) => stt, true),
      { faults: INJECTED_FAULTS },
    );
    expect(await brokenOf(cases)).toEqual({});
  });

  test('when the second does the work', async () => {
    const cases = createSpeechToTextContract(make(brokenStt, false), { faults: INJECTED_FAULTS });
    expect(await brokenOf(cases)).toEqual({});
  });
});

describe('a fallback of voices keeps the contract of TextToSpeech', () => {
  const make =
    (change: (tts: TextToSpeech) => TextToSpeech, isFirst: boolean) =>
    async ({ fault }: { readonly fault?: InjectedFault }) => {
      const first = await toyTts()(scenarioOf(fault));
      const second = await toyTts()(isFirst ? ofSecond(fault) : scenarioOf(fault));
      const own = isFirst ? first : second;
      return {
        ...own,
        tts: createTtsFallback([change(first.tts), second.tts]),
        // A toy that refuses counts an attempt for each utterance, unless it is kept warm: only the first in order is.
        ...(fault === 'refuses the key' && { attempts: () => 1 }),
        closed: async () => void (await Promise.all([first.closed(), second.closed()])),
      };
    };

  test('when the first does the work', async () => {
    const cases = createTextToSpeechContract(
      make((tts) => tts, true),
      { faults: INJECTED_FAULTS },
    );
    expect(await brokenOf(cases)).toEqual({});
  });

  test('when the second does the work', async () => {
    const cases = createTextToSpeechContract(make(brokenTts, false), { faults: INJECTED_FAULTS });
    expect(await brokenOf(cases)).toEqual({});
  });
});
