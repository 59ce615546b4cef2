import { expect, it } from 'vitest';
import { FillerSpeech } from '../../../operators/speak/fillerSpeech.ts';

it('without word timings, a filler is left at the quietest place near the estimated end of a word', () => {
  const samples = new Int16Array(1100).fill(1000);
  samples.fill(0, 240, 280);
  const speech = new FillerSpeech();
  speech.add({ kind: 'text', utterance: 'u0.0', text: 'One moment.' });
  speech.add({ kind: 'audio', utterance: 'u0.0', frame: { samples, sampleRate: 1000 } });
  expect(speech.take()).toBeNull();
  speech.complete();
  expect(speech.take()).toMatchObject({ text: 'One', samples: { length: 240 } });
  expect(speech.take()).toMatchObject({ text: ' moment.', samples: { length: 860 } });
  expect(speech.isOver).toBe(true);
});
