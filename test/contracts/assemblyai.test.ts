import { assemblyAiStt } from '../../providers/assemblyai/stt.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import { createSpeechToTextContract } from '../../src/testing/contracts/speechToTextContract.ts';
import { createAssemblyAiSttFake } from '../fakes/assemblyai/stt.ts';
import { keeps, sttAgainst, TEXT_FAULTS } from './against.ts';

const api_key = 'secret';
const model = 'universal-streaming-english';

keeps(
  'AssemblyAI keeps the contract of SpeechToText',
  createSpeechToTextContract(
    sttAgainst(createAssemblyAiSttFake, (base_url) => assemblyAiStt({ api_key, base_url })),
    { faults: TEXT_FAULTS },
  ),
);

keeps(
  'AssemblyAI keeps it where a ForceEndpoint in vain is answered',
  createSpeechToTextContract(
    sttAgainst(
      () => createAssemblyAiSttFake({ answersInVain: true }),
      (base_url) => assemblyAiStt({ api_key, base_url }),
    ),
  ),
);

keeps(
  'AssemblyAI keeps it with Universal-Streaming, whose turns are formatted later',
  createSpeechToTextContract(
    sttAgainst(createAssemblyAiSttFake, (base_url) => assemblyAiStt({ api_key, base_url, model, format_turns: true })),
  ),
);

keeps(
  'AssemblyAI keeps it where it ends turns by itself',
  createSpeechToTextContract(
    sttAgainst(createAssemblyAiSttFake, (base_url) => assemblyAiStt({ api_key, base_url, min_turn_silence: 100 })),
  ),
);

keeps(
  'AssemblyAI keeps it where its turns are wanted',
  createSpeechToTextContract(
    sttAgainst(createAssemblyAiSttFake, (base_url) => withTurns(assemblyAiStt({ api_key, base_url }))),
    { faults: TEXT_FAULTS },
  ),
);

keeps(
  'AssemblyAI finds turns',
  createSpeechToTextContract(
    sttAgainst(createAssemblyAiSttFake, (base_url) => assemblyAiStt({ api_key, base_url })),
    { turns: true },
  ).filter(({ name }) => name.includes('turn')),
);

/** The recogniser as a session uses it that takes the ends of turns from it. */
function withTurns(stt: SpeechToText): SpeechToText {
  return { ...stt, transcribe: (speech) => stt.transcribe(speech, { turns: true }) };
}
