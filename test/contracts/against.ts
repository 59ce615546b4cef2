import { describe, test } from 'vitest';
import type { SpeechToText, TextToSpeech } from '../../src/core/ports.ts';
import type { ContractCase, Subject } from '../../src/testing/contracts/contract.ts';
import type { SpeechToTextSubject } from '../../src/testing/contracts/speechToText.ts';
import type { TextToSpeechSubject } from '../../src/testing/contracts/textToSpeech.ts';
import type { Trouble } from '../../src/testing/contracts/trouble.ts';
import { TROUBLES } from '../../src/testing/contracts/trouble.ts';
import { startFake } from '../fakes/kit/fake.ts';
import type { FakeVendor } from '../fakes/kit/fake.ts';

/** What can go wrong with a server whose frames are text, and with one that answers requests. */
export const TEXT_TROUBLES: readonly Trouble[] = TROUBLES.filter((trouble) => trouble !== 'cuts oddly');
export const HTTP_TROUBLES: readonly Trouble[] = TROUBLES.filter(
  (trouble) => trouble !== 'talks garbage' && trouble !== 'goes silent',
);

/** `who` keeps a contract. Its cases are held side by side: most of them wait. */
export function keeps(who: string, cases: readonly ContractCase[]): void {
  describe.concurrent(who, () => {
    for (const { name, run } of cases) test(name, run, 15_000);
  });
}

interface Scene {
  readonly trouble?: Trouble;
}

/** Holds a recogniser against a server of its own: `make` is told the server's origin. */
export function sttAgainst(
  vendor: () => FakeVendor,
  make: (origin: string) => SpeechToText,
): (scene: Scene) => Promise<SpeechToTextSubject> {
  return async ({ trouble }) => {
    const { origin, subject, fallSilent } = await served(vendor(), trouble);
    return { ...subject, stt: make(origin), fallSilent };
  };
}

/** Holds a voice against a server of its own: `make` is told the server's origin. */
export function ttsAgainst(
  vendor: () => FakeVendor,
  make: (origin: string) => TextToSpeech,
): (scene: Scene) => Promise<TextToSpeechSubject> {
  return async ({ trouble }) => {
    const { origin, subject } = await served(vendor(), trouble);
    return { ...subject, voice: make(origin) };
  };
}

async function served(
  vendor: FakeVendor,
  trouble?: Trouble,
): Promise<{ readonly origin: string; readonly subject: Subject; readonly fallSilent: () => void }> {
  const server = await startFake(vendor, { trouble });
  const { origin, idle: closed, close: dispose } = server;
  const subject = { closed, dispose, faults: () => server.faults, attempts: () => server.doors.length };
  return { origin, subject, fallSilent: server.mute };
}
