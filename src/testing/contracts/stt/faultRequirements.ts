import { filter, firstValueFrom, from, NEVER } from 'rxjs';
import type { SpeechToText } from '../../../core/ports.ts';
import { assertProviderError, withinTime, assertEqual, type Context } from '../contract.ts';
import type { InjectedFault } from '../injectedFault.ts';
import { SEGMENT_TEXTS, segmentsFor, type Speak } from './segments.ts';
import { transcribeInTurn, collectTranscripts, type CollectedTranscripts } from './collectTranscripts.ts';
import type { SpeechToTextSubject, SttRequirement } from './requirement.ts';

/** The requirements of a recogniser whose server has a fault. */
export function sttFaultRequirements(speak: Speak): readonly SttRequirement[] {
  const unharmed = (fault: InjectedFault, name: string): SttRequirement => ({
    name,
    fault,
    check: async ({ subject: { stt } }) => {
      const { answers, words } = await talk(stt, speak);
      assertEqual('the words', [words(0), words(2)], [SEGMENT_TEXTS[0], SEGMENT_TEXTS[2]]);
      assertEqual('the answers', answers.length, 2);
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
    { name: 'a refused key fails every segment, after one attempt', fault: 'refuses the key', check: refused(speak) },
    { name: 'a mute server does not leave a segment open', fault: 'is mute', check: unanswered(speak) },
  ];
}

/** The requirement of a recogniser that connects before anyone speaks. */
export const earlyRefusalRequirement: SttRequirement = {
  name: 'a refused key is reported before anyone speaks',
  fault: 'refuses the key',
  check: async ({ subject: { stt } }) => {
    const reports = stt.transcribe(NEVER).pipe(filter(({ kind }) => kind === 'report'));
    const event = await withinTime('a report', firstValueFrom(reports));
    assertProviderError(event.kind === 'report' && event.error, 'provider_refused', stt.name);
  },
};

/** Sends segment 0, and segment 2 when it is settled. */
async function talk(stt: SpeechToText, speak: Speak, ms?: number): Promise<CollectedTranscripts> {
  const { whole } = segmentsFor(stt, speak);
  return collectTranscripts(transcribeInTurn(stt, [await whole(0), await whole(2)]), ms);
}

function refused(speak: Speak): (context: Context<SpeechToTextSubject>) => Promise<void> {
  return async ({ subject: { stt, attempts } }) => {
    const { answers } = await talk(stt, speak);
    assertEqual(
      'the answers',
      answers.map(({ kind, segment }) => [kind, segment]),
      [
        ['failed', 0],
        ['failed', 2],
      ],
    );
    for (const event of answers)
      assertProviderError(event.kind === 'failed' && event.error, 'provider_refused', stt.name);
    if (attempts !== undefined) assertEqual('the attempts', attempts(), 1);
  };
}

function unanswered(speak: Speak): (context: Context<SpeechToTextSubject>) => Promise<void> {
  return async ({ subject: { stt } }) => {
    const { whole } = segmentsFor(stt, speak);
    const { answers, words } = await collectTranscripts(stt.transcribe(from(await whole(0))), stt.finalTimeoutMs);
    assertEqual('the answers', answers.length, 1);
    assertEqual('the words', words(0), '');
  };
}
