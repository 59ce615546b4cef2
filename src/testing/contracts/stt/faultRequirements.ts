import { assertEqual, assertProviderError } from '../assertions.ts';
import type { InjectedFault } from '../injectedFault.ts';
import { assertWords, transcribe, transcribeInTurn } from './collectTranscripts.ts';
import type { SttRequirement } from './requirement.ts';

export const faultRequirements: readonly SttRequirement[] = [
  unharmed('drops before the first result', 'a connection lost before its first result loses no word'),
  unharmed('drops after the first result', 'a connection lost after its first result neither loses nor repeats a word'),
  unharmed('goes silent', 'a connection that goes silent loses no word'),
  unharmed('is busy once', 'a request to a busy server is repeated'),
  unharmed('talks garbage', 'unreadable frames are ignored'),
  unharmed('cuts oddly', 'answers cut at any byte are understood'),
  unharmed('is slow', 'a server that reads slowly hears everything'),
  {
    name: 'a refused key fails every segment after one attempt',
    fault: 'refuses the key',
    check: async ({ stt, attempts }, { whole }) => {
      const { answers } = await transcribeInTurn(stt, [await whole(0), await whole(2)]);
      const failed = [0, 2].map((segment) => ['failed', segment]);
      const kinds = answers.map(({ kind, segment }) => [kind, segment]);
      assertEqual('the answers', kinds, failed);
      for (const event of answers)
        assertProviderError(event.kind === 'failed' && event.error, 'provider_refused', stt.name);
      if (attempts !== undefined) assertEqual('the attempts', attempts(), 1);
    },
  },
  {
    name: 'a mute server does not leave a segment open',
    fault: 'is mute',
    check: async ({ stt }, { whole }) => {
      const { answers, words } = await transcribe(stt, await whole(0), stt.finalTimeoutMs);
      assertEqual('the answers', answers.length, 1);
      assertEqual('the words', words(0), '');
    },
  },
];

/** Creates the requirement that two segments have their words despite the fault. */
function unharmed(fault: InjectedFault, name: string): SttRequirement {
  return {
    name,
    fault,
    check: async ({ stt }, { whole }) =>
      assertWords(await transcribeInTurn(stt, [await whole(0), await whole(2)]), [0, 2], 2),
  };
}
