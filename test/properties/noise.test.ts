import fc from 'fast-check';
import { expect, it } from 'vitest';
import { playSession } from '../support/playSession.ts';
import type { UserAction } from '../support/testSession.ts';
import { coughs, LONG, says } from '../support/userActions.ts';
import { runs } from './runs.ts';

/** "tell me", without a pause before the noise that begins behind it. */
const QUESTION = says(320, 'tell me');
const QUESTION_ENDS = 960;
/** The least silence that ends a segment, counted in windows. */
const SILENCE = 576;
const LIMIT = 3500;
/** `interrupt_time_threshold`, in whole windows. */
const THRESHOLD = 512;

const sounds = fc.array(
  fc.record({ pauseMs: fc.integer({ min: 100, max: 2000 }), soundMs: fc.integer({ min: 50, max: 3000 }) }),
  { minLength: 1, maxLength: 12 },
);
const recogniserMs = fc.integer({ min: 100, max: 1500 });

/** Puts sounds on windows of 32 ms behind a time: one that is too close to the one before continues its segment. */
function noises(fromMs: number, pattern: readonly { readonly pauseMs: number; readonly soundMs: number }[]) {
  const actions: UserAction[] = [];
  let at = fromMs;
  for (const { pauseMs, soundMs } of pattern) {
    const quietMs = onGrid(pauseMs);
    const forMs = onGrid(soundMs);
    at += quietMs;
    const continues = actions.length > 0 && quietMs < SILENCE;
    actions.push(continues ? { kind: 'sounds', voice: { atMs: at, forMs } } : coughs(at, forMs));
    at += forMs;
  }
  return { actions, endsAt: at };
}

function onGrid(ms: number): number {
  return Math.max(64, Math.round(ms / 32) * 32);
}

it('whatever noise there is behind a question, it is answered within 3.5 s of when it was due', async () => {
  await fc.assert(
    fc.asyncProperty(sounds, recogniserMs, async (pattern, delayMs) => {
      const noise = noises(QUESTION_ENDS, [{ pauseMs: SILENCE + 64, soundMs: 64 }, ...pattern]);
      const played = await playSession({
        user: [QUESTION, ...noise.actions],
        stt: { delayMs, finalTimeoutMs: 3000 },
        llm: [LONG],
        untilMs: 60_000,
      });
      expect(played.when('agent_started_speaking')[0]).toBeLessThanOrEqual(QUESTION_ENDS + SILENCE + delayMs + LIMIT);
    }),
    runs(40),
  );
});

it('an answer that is cut by noise is taken up within 3.5 s', async () => {
  await fc.assert(
    fc.asyncProperty(sounds, recogniserMs, async (pattern, delayMs) => {
      const noise = noises(3000, pattern);
      const { when } = await playSession({
        user: [QUESTION, ...noise.actions],
        stt: { delayMs, finalTimeoutMs: 3000 },
        llm: [LONG],
        untilMs: 60_000,
      });
      for (const cut of when('agent_interrupted')) {
        const next = when('agent_started_speaking').find((ms) => ms >= cut) ?? Infinity;
        expect(next - cut).toBeLessThanOrEqual(LIMIT);
      }
    }),
    runs(40),
  );
});

it('words over noise cut the answer within 0.5 s and the time of the recogniser, and are in the history', async () => {
  await fc.assert(
    fc.asyncProperty(sounds, fc.integer({ min: 100, max: 1000 }), async (pattern, delayMs) => {
      const noise = noises(QUESTION_ENDS, [{ pauseMs: SILENCE + 64, soundMs: 64 }, ...pattern]);
      const at = onGrid(Math.max(noise.endsAt + SILENCE + 64, 3000));
      const forMs = Math.max(1024, 4 * onGrid(delayMs));
      const played = await playSession({
        user: [QUESTION, ...noise.actions, says(at, { text: 'stop it now please', msPerWord: delayMs }, forMs)],
        stt: { delayMs, finalTimeoutMs: 3000 },
        llm: [LONG.repeat(6), 'Yes?'],
        untilMs: 120_000,
      });
      const stops = played.when('agent_stopped_speaking');
      const overIt = played
        .when('agent_started_speaking')
        .filter((start) => start < at + forMs)
        .map((start) => (stops.find((ms) => ms > start) ?? Infinity) - Math.max(start, at));
      expect(Math.max(...overIt)).toBeLessThanOrEqual(THRESHOLD + delayMs + 64);
      expect(played.history().join()).toContain('stop it now please');
    }),
    runs(40),
  );
});
