import { filter, firstValueFrom, from, NEVER } from 'rxjs';
import type { SpeechToText } from '../../../core/ports.ts';
import { blames, inTime, same } from '../contract.ts';
import type { Stage } from '../contract.ts';
import type { Trouble } from '../trouble.ts';
import { SAID, segmentsFor } from './segments.ts';
import type { Speak } from './segments.ts';
import { inTurn, recognised } from './session.ts';
import type { Recognised } from './session.ts';
import type { SpeechToTextSubject, SttVow } from './vow.ts';

/** What a recogniser promises when something is wrong with its server. */
export function sttTroubles(speak: Speak): readonly SttVow[] {
  const unharmed = (trouble: Trouble, name: string): SttVow => ({
    name,
    trouble,
    keep: async ({ subject: { stt } }) => {
      const { answers, words } = await talk(stt, speak);
      same('the words', [words(0), words(2)], [SAID[0], SAID[2]]);
      same('the answers', answers.length, 2);
    },
  });
  return [
    unharmed('drops before the first result', 'a connection lost before its first result costs no word'),
    unharmed(
      'drops after the first result',
      'a connection lost after its first result costs no word, and repeats none',
    ),
    unharmed('goes silent', 'a connection on which nothing comes any more costs no word'),
    unharmed('is busy once', 'a server that is busy once is asked again'),
    unharmed('talks garbage', 'frames that cannot be read change nothing'),
    unharmed('cuts oddly', 'answers cut anywhere are understood'),
    unharmed('is slow', 'a server that reads late hears everything'),
    { name: 'a refused key fails every segment, after one attempt', trouble: 'refuses the key', keep: refused(speak) },
    { name: 'a mute server does not leave a segment open', trouble: 'is mute', keep: unanswered(speak) },
  ];
}

/** What a recogniser promises that connects before anyone speaks. */
export const refusedEarly: SttVow = {
  name: 'a refused key is reported before anyone speaks',
  trouble: 'refuses the key',
  keep: async ({ subject: { stt } }) => {
    const reports = stt.transcribe(NEVER).pipe(filter(({ kind }) => kind === 'report'));
    const event = await inTime('a report', firstValueFrom(reports));
    blames(event.kind === 'report' && event.error, 'provider_refused', stt.name);
  },
};

/** Segments 0 and 2, the one when the other is settled. */
async function talk(stt: SpeechToText, speak: Speak, ms?: number): Promise<Recognised> {
  const { whole } = segmentsFor(stt, speak);
  return recognised(inTurn(stt, [await whole(0), await whole(2)]), ms);
}

function refused(speak: Speak): (stage: Stage<SpeechToTextSubject>) => Promise<void> {
  return async ({ subject: { stt, attempts } }) => {
    const { answers } = await talk(stt, speak);
    same(
      'the answers',
      answers.map(({ kind, segment }) => [kind, segment]),
      [
        ['failed', 0],
        ['failed', 2],
      ],
    );
    for (const event of answers) blames(event.kind === 'failed' && event.error, 'provider_refused', stt.name);
    if (attempts !== undefined) same('the attempts', attempts(), 1);
  };
}

function unanswered(speak: Speak): (stage: Stage<SpeechToTextSubject>) => Promise<void> {
  return async ({ subject: { stt } }) => {
    const { whole } = segmentsFor(stt, speak);
    const { answers, words } = await recognised(stt.transcribe(from(await whole(0))), stt.finalTimeoutMs);
    same('the answers', answers.length, 1);
    same('the words', words(0), '');
  };
}
