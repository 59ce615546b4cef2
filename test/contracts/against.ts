import { describe, test } from 'vitest';
import type { SpeechToText, TextToSpeech } from '../../src/core/ports.ts';
import type { SpeechToSpeech } from '../../src/core/speechToSpeech.ts';
import type { ContractCase, ContractSubject } from '../../src/testing/contracts/contract.ts';
import type {
  SpeechToSpeechScenario,
  SpeechToSpeechSubject,
} from '../../src/testing/contracts/speechToSpeechContract.ts';
import type { SpeechToTextSubject } from '../../src/testing/contracts/speechToTextContract.ts';
import type { TextToSpeechSubject } from '../../src/testing/contracts/textToSpeechContract.ts';
import { INJECTED_FAULTS, type InjectedFault } from '../../src/testing/contracts/injectedFault.ts';
import { startFake, type FakeVendor } from '../fakes/kit/fake.ts';
import type { ScriptedResponse } from '../fakes/openaiConversation/script.ts';

/** What can go wrong with a server whose frames are text, and with one that answers requests. */
export const TEXT_FAULTS: readonly InjectedFault[] = INJECTED_FAULTS.filter((fault) => fault !== 'cuts oddly');
export const HTTP_FAULTS: readonly InjectedFault[] = INJECTED_FAULTS.filter(
  (fault) => fault !== 'talks garbage' && fault !== 'goes silent',
);

/** `who` keeps a contract. Its cases are held side by side: most of them wait. */
export function keeps(who: string, cases: readonly ContractCase[]): void {
  describe.concurrent(who, () => {
    for (const { name, run } of cases) test(name, run, 60_000);
  });
}

interface Scenario {
  readonly fault?: InjectedFault;
}

/** Runs the contract of a recogniser against a server of its own: `make` gets the server's origin. */
export function sttAgainst(
  vendor: () => FakeVendor,
  make: (origin: string) => SpeechToText,
): (scenario: Scenario) => Promise<SpeechToTextSubject> {
  return async ({ fault }) => {
    const { origin, subject, fallSilent } = await served(vendor(), fault);
    return { ...subject, stt: make(origin), fallSilent };
  };
}

/** Runs the contract of a TTS against a server of its own: `make` gets the server's origin. */
export function ttsAgainst(
  vendor: () => FakeVendor,
  make: (origin: string) => TextToSpeech,
): (scenario: Scenario) => Promise<TextToSpeechSubject> {
  return async ({ fault }) => {
    const { origin, subject } = await served(vendor(), fault);
    return { ...subject, tts: make(origin) };
  };
}

/** Runs the contract of a speech model against a server of its own, which gives these responses. */
export function speechModelAgainst(
  vendor: (responses: readonly ScriptedResponse[]) => FakeVendor,
  make: (origin: string) => SpeechToSpeech,
): (scenario: SpeechToSpeechScenario) => Promise<SpeechToSpeechSubject> {
  return async ({ fault, replies }) => {
    const responses = replies.map(({ text, call }) => ({
      items: [
        ...(text === '' ? [] : [{ text }]),
        ...(call === undefined ? [] : [{ call: call.name, arguments: call.arguments }]),
      ],
    }));
    const { origin, subject } = await served(vendor(responses), fault);
    return { ...subject, model: make(origin) };
  };
}

async function served(
  vendor: FakeVendor,
  fault?: InjectedFault,
): Promise<{ readonly origin: string; readonly subject: ContractSubject; readonly fallSilent: () => void }> {
  const server = await startFake(vendor, { fault });
  const { origin, idle: closed, close: dispose } = server;
  const subject = { closed, dispose, violations: () => server.violations, attempts: () => server.requests.length };
  return { origin, subject, fallSilent: server.mute };
}
