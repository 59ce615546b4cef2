import { from, lastValueFrom, of, toArray } from 'rxjs';
import type { AntiphonError } from '../../../core/errors.ts';
import type { TextToSpeech } from '../../../core/ports.ts';
import type { SpeechEvent, TurnEvent } from '../../../core/turn.ts';
import { speak } from '../../../../operators/speak.ts';
import { blames, inTime, same } from '../contract.ts';
import type { Trouble } from '../trouble.ts';
import { ended, heard } from './utterance.ts';
import type { TtsVow } from './vow.ts';

const SENTENCES = ['Your table is booked. ', 'It is for two.'];
const PATIENCE_MS = 300;

/** What a voice promises when something is wrong with its server. */
export const ttsTroubles: readonly TtsVow[] = [
  unharmed('drops before the first result', 'a connection lost before its first audio costs nothing'),
  unharmed('goes silent', 'a connection on which nothing comes any more costs nothing before its first audio'),
  unharmed('is busy once', 'a server that is busy once is asked again'),
  unharmed('talks garbage', 'frames that cannot be read change nothing'),
  unharmed('cuts oddly', 'audio cut anywhere is the same samples'),
  unharmed('is slow', 'a server that reads late speaks everything'),
  {
    name: 'a connection lost in mid-audio fails the utterance, and closes it',
    trouble: 'drops after the first result',
    keep: async ({ subject: { voice } }) => {
      const { error } = await ended(voice.synthesize(from(SENTENCES)));
      blames(error, 'provider_failed', voice.name);
    },
  },
  {
    name: 'a refused key fails the utterance, after one attempt',
    trouble: 'refuses the key',
    keep: async ({ subject: { voice, attempts } }) => {
      const { heard: brought, error } = await ended(voice.synthesize(from(SENTENCES)));
      blames(error, 'provider_refused', voice.name);
      same('the events', brought.events, []);
      if (attempts !== undefined) same('the attempts', attempts(), 1);
    },
  },
  {
    name: 'a key that was refused while it is kept warm is not tried again',
    trouble: 'refuses the key',
    keep: async ({ subject: { voice, attempts } }) => {
      const warm = voice.keepWarm?.().subscribe();
      for (const sentence of SENTENCES) {
        const { error } = await ended(voice.synthesize(of(sentence)));
        blames(error, 'provider_refused', voice.name);
      }
      warm?.unsubscribe();
      if (warm !== undefined && attempts !== undefined) same('the attempts', attempts(), 1);
    },
  },
  {
    name: 'a mute server is not waited for longer than is set, and closed',
    trouble: 'is mute',
    keep: async ({ subject: { voice } }) => {
      const errors: AntiphonError[] = [];
      const events = await reply(voice, (error) => errors.push(error));
      same('the end', events.at(-1), { kind: 'ended', utterance: 'u0.0', reason: 'failed' });
      same(
        'the errors',
        errors.map(({ code }) => code),
        ['tts_timeout'],
      );
    },
  },
];

/** The same text is the same samples, trouble or not. */
function unharmed(trouble: Trouble, name: string): TtsVow {
  return {
    name,
    trouble,
    keep: async ({ subject: { voice }, another }) => {
      const usual = await heard((await another()).voice.synthesize(from(SENTENCES)));
      const { samples, marks } = await heard(voice.synthesize(from(SENTENCES)));
      same('the last mark', marks.at(-1), usual.marks.at(-1));
      same('how many samples came', samples.length, usual.samples.length);
      same('the samples', samples, usual.samples);
    },
  };
}

/** A reply spoken as a session speaks it. */
function reply(voice: TextToSpeech, report: (error: AntiphonError) => void): Promise<readonly SpeechEvent[]> {
  const turn = 0;
  const events = of<TurnEvent[]>(
    { kind: 'started', turn },
    { kind: 'text', turn, round: 0, delta: SENTENCES.join('') },
    { kind: 'ended', turn, reason: 'complete' },
  );
  const speech = events.pipe(speak({ tts: voice, firstAudioTimeoutMs: PATIENCE_MS, report }), toArray());
  return inTime('that the reply ends', lastValueFrom(speech));
}
