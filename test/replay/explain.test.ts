import { delay, map, pipe } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { explain, whyNot } from '../../src/replay/explain.ts';
import { replay } from '../../src/replay/replay.ts';
import type { CustomParts } from '../../src/replay/customParts.ts';
import type { Recording } from '../../src/record/format.ts';
import { createTestSession } from '../support/testSession.ts';
import { does, says } from '../support/userActions.ts';
import { recorder } from './record.ts';

/** Records a session in which the user says "wait please" over the first answer for some ms. */
async function record(overMs: number, own: CustomParts = {}): Promise<Recording> {
  const kept = recorder();
  const { clock, session } = createTestSession({
    voice: [
      { atMs: 320, forMs: 640 },
      { atMs: 2624, forMs: overMs },
    ],
    says: ['tell me', 'wait please'],
    llm: ['We opened in nineteen eighty. My grandmother cooked here for forty years.', 'Yes?'],
    options: { ...own, record: kept },
  });
  await clock.run(9000);
  session.close('ended_by_api');
  await clock.run(11_000);
  return kept.recording();
}

describe('an interruption', () => {
  test('has its voice as its reason', async () => {
    const steps = await explain(await record(640));
    const cut = steps.flatMap(({ decisions }) => decisions).find(({ kind }) => kind === 'cut');
    expect(cut?.reason).toEqual({
      by: 'interruption',
      rule: 'turn-taking.md#what-interrupts-the-agent',
      text: 'interrupted: 512 ms of voice, 500 needed',
      numbers: { voicedMs: 512, neededMs: 500 },
    });
  });

  test('that did not come has what was missing', async () => {
    const { happened, reason } = await whyNot(await record(320), 'interruption', 3100);
    expect([happened, reason.text]).toEqual([false, 'not interrupted: 320 ms of voice, 500 needed']);
  });
});

test.each([
  ['while the user is muted', 800, 'no speech: no audio of the user has been scored'],
  ['after the user was muted', 1700, 'no speech: a probability of 0, 0.5 needed'],
])('no speech has what was missing %s', async (_when, atMs, text) => {
  const kept = recorder();
  const user = [
    says(320, 'tell me', 1000),
    does(700, ({ io }) => io.user.muted.next(true)),
    does(1500, ({ io }) => io.user.muted.next(false)),
  ];
  const { clock } = createTestSession({ user, llm: ['Yes?'], options: { record: kept } });
  await clock.run(5000);
  const { reason } = await whyNot(kept.recording(), 'speech', atMs);
  expect(reason.text).toBe(text);
});

describe('parts of the application are named as the deciders', () => {
  test('a stage', async () => {
    const stages: CustomParts['stages'] = {
      endpointing: ({ scheduler }, standard) => pipe(standard(), delay(200, scheduler)),
    };
    const recording = await record(320, { stages });
    const steps = await explain(recording, { stages });
    const commit = steps.flatMap(({ decisions }) => decisions).find(({ kind }) => kind === 'commit');
    expect(commit?.reason).toMatchObject({
      by: { ownStage: 'endpointing' },
      rule: 'turn-taking.md#replace-a-rule',
      text: 'your stage endpointing ended the turn',
    });
  });

  test('a splice', async () => {
    const splice: CustomParts['splice'] = { interruption: map((by) => by) };
    const steps = await explain(await record(640, { splice }), { splice });
    const cut = steps.flatMap(({ decisions }) => decisions).find(({ kind }) => kind === 'cut');
    expect(cut?.reason.by).toEqual({ ownStage: 'interruption' });
  });
});

describe('parts that a recording names, and that are not at hand, are named as the deciders', () => {
  test('a stage', async () => {
    const { head, lines } = await record(320);
    const steps = await explain({ head: { ...head, stages: ['endpointing'] }, lines });
    const commit = steps.flatMap(({ decisions }) => decisions).find(({ kind }) => kind === 'commit');
    expect(commit?.reason.by).toEqual({ ownStage: 'endpointing' });
  });

  test('a splice', async () => {
    const { head, lines } = await record(640);
    const steps = await explain({ head: { ...head, splices: ['interruption'] }, lines });
    const cut = steps.flatMap(({ decisions }) => decisions).find(({ kind }) => kind === 'cut');
    expect(cut?.reason.by).toEqual({ ownStage: 'interruption' });
  });
});

test('an explained run behaves as any other replay', async () => {
  const recording = await record(640);
  await explain(recording);
  expect((await replay(recording)).difference).toBe(null);
});
