import { describe, expect, test } from 'vitest';
import { createSttRig, withoutUse } from './sttRig.ts';

const says = ['what time is it', 'thank you'];
const quiet = { interims: false } as const;

describe('hedging', () => {
  test('asks the second recogniser, too, and uses the first to answer; both are counted', async () => {
    const { clock, speak, events } = createSttRig(
      [
        { says, delayMs: 900, ...quiet },
        { says: ['from b'], delayMs: 100, ...quiet },
      ],
      { hedge: { afterMs: 300 } },
    );
    speak(0);
    await clock.advance(2000);
    expect(withoutUse(events)).toEqual(['400 served b', '400 final 0 from b']);
    expect(events.filter((event) => event.includes('used'))).toEqual(['0 used a 1.2', '300 used b 1.2']);
  });

  test('keeps the first recogniser, when it answers before', async () => {
    const { clock, speak, events, sent } = createSttRig(
      [
        { says, delayMs: 299, ...quiet },
        { says, ...quiet },
      ],
      {
        hedge: { afterMs: 300 },
      },
    );
    speak(0);
    await clock.advance(2000);
    expect(withoutUse(events)).toEqual(['299 served a', '299 final 0 what time is it']);
    expect(sent[1]).toEqual([]);
  });
});

describe('recognisers that differ', () => {
  test('get audio of their rate', async () => {
    const { clock, speak, events } = createSttRig([
      { says: [{ text: 'a', answer: 'failed' }], ...quiet },
      { says, sampleRate: 8000, msPerWord: 300 },
    ]);
    speak(0);
    await clock.advance(1000);
    expect(withoutUse(events).at(-1)).toBe('100 final 0 what time is it');
  });

  test('have no interims, if the first has none', async () => {
    const { clock, speak, events, stt } = createSttRig([
      { says: [{ text: 'a', answer: 'failed' }], ...quiet },
      { says },
    ]);
    speak(0);
    await clock.advance(1000);
    expect(stt.interims).toBe(false);
    expect(events.filter((event) => event.includes('interim'))).toEqual([]);
  });
});
