import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../properties/runs.ts';
import { phone } from './phone.ts';

interface Heard {
  readonly segments: number;
  /** What ended each segment. */
  readonly ends: readonly string[];
  readonly history: readonly string[];
}

/** A caller speaks 1.5 s; of that, the packets of `[fromMs, fromMs + lostMs)` are lost. */
async function speakWithLoss(fromMs: number, lostMs: number): Promise<Heard> {
  const { clock, session, history } = phone([{ atMs: BEGIN, forMs: SPEECH }], {
    says: ['what time is it', 'please'],
    llm: ['It is seven.', 'It is eight.'],
    isLost: (at) => at >= fromMs && at < fromMs + lostMs,
  });
  let segments = 0;
  const ends: string[] = [];
  session.edges.activity.subscribe((event) => {
    if (event.kind === 'started') segments += 1;
    if (event.kind === 'ended') ends.push(event.by);
  });
  await clock.run(5000);
  session.close('ended_by_api');
  await clock.advance(100);
  return { segments, ends, history: history() };
}

const BEGIN = 1000;
const SPEECH = 1500;
/** Voice on either side of the gap, so that it lies in the middle of the speech. */
const AROUND = 200;

/** Where a gap of this length may begin. Packets are 20 ms. */
function positions(lostMs: number): fc.Arbitrary<number> {
  const last = (SPEECH - lostMs - 2 * AROUND) / 20;
  return fc.integer({ min: 0, max: last }).map((packet) => BEGIN + AROUND + packet * 20);
}

describe('packets that are lost in the middle of speech', () => {
  it.each([20, 60, 100, 200, 500])('for %i ms do not end its segment, wherever they are', async (lostMs) => {
    const property = fc.asyncProperty(positions(lostMs), async (fromMs) => {
      expect(await speakWithLoss(fromMs, lostMs)).toEqual({
        segments: 1,
        ends: ['silence'],
        history: ['user: what time is it', 'assistant: It is seven.'],
      });
    });
    await fc.assert(property, runs(3));
  });

  it('for 800 ms end it, as a pause does; what is said after them is another segment, and no word is lost', async () => {
    const property = fc.asyncProperty(positions(800), async (fromMs) => {
      const { history, ...found } = await speakWithLoss(fromMs, 800);
      expect(found).toEqual({ segments: 2, ends: ['silence', 'silence'] });
      const words = history.filter((line) => line.startsWith('user: ')).map((line) => line.slice('user: '.length));
      expect(words.join(' ')).toBe('what time is it please');
    });
    await fc.assert(property, runs(3));
  });

  it('one by one, every fifth, do not end it', async () => {
    const { clock, history } = phone([{ atMs: BEGIN, forMs: SPEECH }], {
      says: ['what time is it'],
      llm: ['It is seven.'],
      isLost: (at) => at % 100 === 40,
    });
    await clock.run(5000);
    expect(history()).toEqual(['user: what time is it', 'assistant: It is seven.']);
  });
});
