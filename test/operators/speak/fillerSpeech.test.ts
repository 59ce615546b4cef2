import { expect, it } from 'vitest';
import { FillerSpeech } from '../../../operators/speak/fillerSpeech.ts';

it.each([
  ['loud', 1000],
  ['silent, as in a replay', 0],
])(
  'without word timings, a filler whose audio is %s is left where the number of characters says',
  (_what, loudness) => {
    const samples = new Int16Array(1100).fill(loudness);
    samples.fill(0, 240, 280);
    const speech = new FillerSpeech();
    speech.add({ kind: 'text', utterance: 'u0.0', text: 'One moment.' });
    speech.add({ kind: 'audio', utterance: 'u0.0', frame: { samples, sampleRate: 1000 } });
    expect(speech.take()).toBeNull();
    speech.complete();
    expect(speech.take()).toMatchObject({ text: 'One', samples: { length: 300 } });
    expect(speech.take()).toMatchObject({ text: ' moment.', samples: { length: 800 } });
    expect(speech.isOver).toBe(true);
  },
);
