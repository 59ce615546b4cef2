import { from, lastValueFrom, of, toArray } from 'rxjs';
import type { AntiphonError } from '../../../core/errors.ts';
import type { TextToSpeech } from '../../../core/ports.ts';
import type { SpeechEvent, TurnEvent } from '../../../core/turn.ts';
import { speak } from '../../../../operators/speak.ts';
import { assertEqual, assertProviderError, withinTime } from '../assertions.ts';
import type { InjectedFault } from '../injectedFault.ts';
import { collectToEnd, collectUtterance } from './collectUtterance.ts';
import type { TtsRequirement } from './requirement.ts';

const SENTENCES = ['Your table is booked. ', 'It is for two.'];
const FIRST_AUDIO_TIMEOUT_MS = 300;

export const faultRequirements: readonly TtsRequirement[] = [
  unharmed('drops before the first result', 'a connection lost before its first audio loses nothing'),
  unharmed('goes silent', 'a connection that goes silent before its first audio loses nothing'),
  unharmed('is busy once', 'a request to a busy server is repeated'),
  unharmed('talks garbage', 'unreadable frames are ignored'),
  unharmed('cuts oddly', 'audio cut at any byte gives the same samples'),
  unharmed('is slow', 'a server that reads slowly speaks everything'),
  {
    name: 'a connection lost during the audio fails the utterance and closes it',
    fault: 'drops after the first result',
    check: async ({ tts }) => {
      const { error } = await collectToEnd(tts.synthesize(from(SENTENCES)));
      assertProviderError(error, 'provider_failed', tts.name);
    },
  },
  {
    name: 'a refused key fails the utterance after one attempt',
    fault: 'refuses the key',
    check: async ({ tts, attempts }) => {
      const { events, error } = await collectToEnd(tts.synthesize(from(SENTENCES)));
      assertProviderError(error, 'provider_refused', tts.name);
      assertEqual(
        'the audio',
        events.filter(({ kind }) => kind === 'audio' || kind === 'mark'),
        [],
      );
      if (attempts !== undefined) assertEqual('the attempts', attempts(), 1);
    },
  },
  {
    name: 'a key that was refused while keeping warm is not tried again',
    fault: 'refuses the key',
    check: async ({ tts, attempts }) => {
      const warm = tts.keepWarm?.().subscribe();
      for (const sentence of SENTENCES) {
        const { error } = await collectToEnd(tts.synthesize(of(sentence)));
        assertProviderError(error, 'provider_refused', tts.name);
      }
      warm?.unsubscribe();
      if (warm !== undefined && attempts !== undefined) assertEqual('the attempts', attempts(), 1);
    },
  },
  {
    name: 'a mute server fails the utterance after the timeout, and its connection closes',
    fault: 'is mute',
    check: async ({ tts }) => {
      const codes: string[] = [];
      const events = await speakReply(tts, ({ code, details }) => details.failure !== false && codes.push(code));
      assertEqual('the end', events.at(-1), { kind: 'ended', utterance: 'u0.0', reason: 'failed' });
      assertEqual('the errors', codes, ['tts_timeout']);
    },
  },
];

/** Creates the requirement that a text gives the same samples with and without the fault. */
function unharmed(fault: InjectedFault, name: string): TtsRequirement {
  return {
    name,
    fault,
    check: async ({ tts }, createAnother) => {
      const usual = await collectUtterance((await createAnother()).tts.synthesize(from(SENTENCES)));
      const { samples, marks } = await collectUtterance(tts.synthesize(from(SENTENCES)));
      assertEqual('the last mark', marks.at(-1), usual.marks.at(-1));
      assertEqual('how many samples came', samples.length, usual.samples.length);
      assertEqual('the samples', samples, usual.samples);
    },
  };
}

/** Speaks a reply as a session does. */
function speakReply(tts: TextToSpeech, report: (error: AntiphonError) => void): Promise<readonly SpeechEvent[]> {
  const turn = 0;
  const events = of<TurnEvent[]>(
    { kind: 'started', turn },
    { kind: 'text', turn, round: 0, delta: SENTENCES.join('') },
    { kind: 'ended', turn, reason: 'complete' },
  );
  const speech = events.pipe(speak({ tts, firstAudioTimeoutMs: FIRST_AUDIO_TIMEOUT_MS, report }), toArray());
  return withinTime('that the reply ends', lastValueFrom(speech));
}
