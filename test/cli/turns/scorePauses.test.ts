import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { scorePauses } from '../../../src/cli/turns/scorePauses.ts';
import type { PauseTurnModel, TurnPause } from '../../../src/core/turnModel.ts';

const END = Number.POSITIVE_INFINITY;

/** Two words with a pause of 0.35 s between them, in 2 s of audio. */
const SPEECH = {
  samples: Int16Array.from({ length: 32_000 }, (_, n) => Math.floor(n / 16)),
  turns: [
    {
      startMs: 600,
      words: [
        { text: 'my', knownMs: 700 },
        { text: 'number', knownMs: 1150 },
      ],
      pauses: [{ fromMs: 500, toMs: 850 }],
      endMs: 950,
      agent: { heard: 'Your number?', unsaid: '' },
    },
  ],
  language: 'en',
};

function recordAsked(usesAudio: boolean): PauseTurnModel & { readonly asked: TurnPause[] } {
  const asked: TurnPause[] = [];
  return { kind: 'pause', name: 'double', usesAudio, asked, score: (pause) => of({ over: asked.push(pause) / 100 }) };
}

it('asks a model that reads words when there are words, and when they change', async () => {
  const model = recordAsked(false);
  expect(await scorePauses(SPEECH, model)).toEqual([
    { lengthMs: 350, scores: [{ afterMs: 200, over: 0.01 }] },
    {
      lengthMs: END,
      scores: [
        { afterMs: 100, over: 0.02 },
        { afterMs: 200, over: 0.03 },
      ],
    },
  ]);
  const { text, pauseMs, agent, language } = model.asked.at(-1) ?? {};
  expect([text, pauseMs, agent?.heard, language]).toEqual(['my number', 200, 'Your number?', 'en']);
});

it('asks a model that listens every 0.1 s, with the audio so far', async () => {
  const model = recordAsked(true);
  const [within, end] = await scorePauses(SPEECH, model);
  expect(within?.scores.map(({ afterMs }) => afterMs)).toEqual([100, 200, 300]);
  expect(end?.scores).toHaveLength(10);
  const lengths = model.asked.map(({ audio }) => audio().length / 16);
  expect(lengths.slice(0, 3)).toEqual([500, 600, 700]);
  expect(model.asked[0]?.audio().at(-1)).toBe(599);
});
