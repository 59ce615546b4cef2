import { sonioxStt } from '../../providers/soniox/stt.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import { createSpeechToTextContract } from '../../src/testing/contracts/speechToTextContract.ts';
import { createSonioxSttFake } from '../fakes/soniox/stt.ts';
import { keeps, sttAgainst, TEXT_FAULTS } from './against.ts';

const api_key = 'secret';

keeps(
  'Soniox keeps the contract of SpeechToText',
  createSpeechToTextContract(
    sttAgainst(createSonioxSttFake, (base_url) => sonioxStt({ api_key, base_url })),
    { faults: TEXT_FAULTS },
  ),
);

keeps(
  'Soniox keeps it where text becomes final at its own endpoints',
  createSpeechToTextContract(
    sttAgainst(createSonioxSttFake, (base_url) => sonioxStt({ api_key, base_url, max_endpoint_delay_ms: 500 })),
  ),
);

keeps(
  'Soniox keeps it where its turns are wanted',
  createSpeechToTextContract(
    sttAgainst(createSonioxSttFake, (base_url) => withTurns(sonioxStt({ api_key, base_url }))),
    { faults: TEXT_FAULTS },
  ),
);

keeps(
  'Soniox finds turns',
  createSpeechToTextContract(
    sttAgainst(createSonioxSttFake, (base_url) => sonioxStt({ api_key, base_url })),
    { turns: true },
  ).filter(({ name }) => name.includes('turn')),
);

/** The recogniser as a session uses it that takes the ends of turns from it. */
function withTurns(stt: SpeechToText): SpeechToText {
  return { ...stt, transcribe: (speech) => stt.transcribe(speech, { turns: true }) };
}
