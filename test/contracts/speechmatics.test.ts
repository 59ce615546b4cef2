import type { SpeechmaticsSttSettings } from '../../providers/speechmatics/settings.ts';
import { speechmaticsStt } from '../../providers/speechmatics/stt.ts';
import type { InjectedFault } from '../../src/testing/contracts/injectedFault.ts';
import {
  createSpeechToTextContract,
  type SpeechToTextSubject,
} from '../../src/testing/contracts/speechToTextContract.ts';
import { createSpeechmaticsFake, type SpeechmaticsFakeOptions } from '../fakes/speechmatics.ts';
import { keeps, sttAgainst, TEXT_FAULTS } from './against.ts';

function listening(
  settings: Partial<SpeechmaticsSttSettings> = {},
  fake: SpeechmaticsFakeOptions = {},
): (scene: { readonly fault?: InjectedFault }) => Promise<SpeechToTextSubject> {
  return sttAgainst(
    () => createSpeechmaticsFake(fake),
    (base_url) => speechmaticsStt({ api_key: 'fake-key', base_url, ...settings }),
  );
}

keeps(
  'Speechmatics keeps the contract of SpeechToText',
  createSpeechToTextContract(listening(), { faults: TEXT_FAULTS }),
);

keeps(
  'Speechmatics keeps it with early finals and without partials',
  createSpeechToTextContract(listening({ max_delay: 0.7, enable_partials: false }), { faults: TEXT_FAULTS }),
);

keeps(
  'Speechmatics keeps it, too, where silence is not answered',
  createSpeechToTextContract(listening({ max_delay: 0.7 }, { answersSilence: false })),
);
