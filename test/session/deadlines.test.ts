import { filter, finalize, interval, map, NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineFunction, type Agent } from '../../src/session/agent.ts';
import { chunk } from '../../src/testing/doubles/chunks.ts';
import type { Stages } from '../../src/session/stages.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';
import { at } from '../support/timedEvent.ts';

const QUESTION = { voice: [{ atMs: 320, forMs: 640 }], says: ['what time is it'] };

/** When the session ended, in ms of its clock. */
function endOf({ session, clock }: TestSession): { atMs: number | null } {
  const end: { atMs: number | null } = { atMs: null };
  void session.ended.then(() => (end.atMs = clock.now()));
  return end;
}

const codesWithPhases = ({ errors }: TestSession): unknown[] =>
  errors.map(({ code, details }) => [code, details.phase]);

/** Calls are announced and never answered, whatever is asked. */
const DEAF: Stages = {
  functions: (_, standard) => (reply) =>
    reply.pipe(
      standard(),
      filter((event) => event.kind === 'calls'),
    ),
};

function calling(options: Partial<TestSessionOptions> = {}): TestSession {
  const look = defineFunction({
    description: 'never returns',
    parameters: z.object({}),
    execute: () => new Promise(() => undefined),
  });
  return createTestSession({
    ...QUESTION,
    llm: [{ text: 'One moment, please.', calls: [{ name: 'look', arguments: {} }] }],
    agent: { functions: { look } },
    ...options,
  });
}

describe('a session that is to end now', () => {
  it('has ended after 400 ms, whatever does not answer: what is left is dropped', async () => {
    const made = calling({ options: { stages: DEAF } });
    const end = endOf(made);
    await made.clock.run(1800);
    made.session.close('draining');
    await made.clock.run(2199);
    expect(end.atMs).toBe(null);
    await made.clock.run(2200);
    expect(end.atMs).toBe(2200);
    expect(codesWithPhases(made)).toEqual([['end_timeout', 'now']]);
    expect(made.events.slice(-3)).toEqual([
      at(1800, 'agent_stopped_speaking'),
      at(1800, 'agent_message_added', 'One'),
      at(2200, 'function_calls_executed'),
    ]);
    expect(made.history().at(-1)).toBe('tool: session ended');
    expect([made.ledger.open(), made.clock.pending]).toEqual([{}, 0]);
  });

  it('is not waited for longer because it is asked again', async () => {
    const made = calling({ options: { stages: DEAF } });
    const end = endOf(made);
    await made.clock.run(1800);
    made.session.close('draining');
    await made.clock.run(2000);
    made.session.close('ended_by_api');
    made.session.end();
    await made.clock.run(3000);
    expect(end.atMs).toBe(2200);
    await expect(made.session.ended).resolves.toMatchObject({ reason: 'draining' });
  });

  it('has ended after 1.4 s if it also waits for the last words of the user', async () => {
    const made = calling({ options: { stages: DEAF } });
    const end = endOf(made);
    await made.clock.run(1800);
    made.session.close('ended_by_api');
    await made.clock.run(5000);
    expect(end.atMs).toBe(3200);
    expect(codesWithPhases(made)).toEqual([['end_timeout', 'words']]);
  });

  it('has ended at once where everything answers, without a timer left', async () => {
    const made = calling();
    const end = endOf(made);
    await made.clock.run(1800);
    made.session.close('ended_by_api');
    await made.clock.run(1800);
    expect(end.atMs).toBe(1800);
    expect([made.ledger.open(), made.clock.pending]).toEqual([{}, 0]);
  });

  it('stops what was started, although the playout has failed', async () => {
    const stages: Stages = {
      speak: (_, standard) => (reply) =>
        reply.pipe(
          standard(),
          map((event) => (event.kind === 'mark' ? ({ ...event, kind: 'words' } as never) : event)),
        ),
    };
    const made = createTestSession({ ...QUESTION, llm: ['It is seven.'], options: { stages } });
    const end = endOf(made);
    await made.clock.run(4000);
    expect(end.atMs).toBe(2006);
    await expect(made.session.ended).resolves.toMatchObject({ reason: 'internal' });
    expect(codesWithPhases(made)).toEqual([
      ['internal', undefined],
      ['end_timeout', 'now'],
    ]);
    const speaking = made.events.map(({ event }) => event).filter((event) => event.startsWith('agent_'));
    expect(speaking).toEqual(['agent_started_speaking', 'agent_stopped_speaking']);
  });
});

describe('a session that is to end after what is being said', () => {
  it('ends after 60 s without progress, where the client is away and nothing can be said', async () => {
    const made = createTestSession({ ...QUESTION, llm: ['It is seven.'] });
    const end = endOf(made);
    await made.clock.run(1700);
    made.io.user.connected.next(false);
    made.session.end();
    await made.clock.run(61_799);
    expect(end.atMs).toBe(null);
    await made.clock.run(62_300);
    expect(end.atMs).toBe(61_886);
    expect(codesWithPhases(made).at(-1)).toEqual(['end_timeout', 'speech']);
    expect(made.events.slice(-2)).toEqual([
      at(61_886, 'agent_stopped_speaking'),
      at(61_886, 'agent_message_added', 'It is'),
    ]);
  });

  it('ends after 10 minutes, where the agent never stops talking', async () => {
    const words = (): ReturnType<Agent<object>['llm_response_handler']> =>
      interval(400, made.clock).pipe(map((n) => chunk(n % 3 === 2 ? 'and. ' : 'and ')));
    const made: TestSession = createTestSession({ ...QUESTION, agent: { llm_response_handler: words } });
    const end = endOf(made);
    await made.clock.run(5000);
    made.session.end();
    await made.clock.run(604_999);
    expect(end.atMs).toBe(null);
    await made.clock.run(605_400);
    expect(end.atMs).toBe(605_000);
  });

  it('waits for a long answer: every frame of it is progress', async () => {
    const made = createTestSession({ ...QUESTION, llm: [`${'It is a long story. '.repeat(100)}`] });
    const end = endOf(made);
    await made.clock.run(1700);
    made.session.end();
    await made.clock.run(200_000);
    expect(end.atMs).toBeGreaterThan(100_000);
    expect(codesWithPhases(made)).toEqual([]);
  });
});

describe('exceptions within a session', () => {
  it('a teardown of a splice that throws is reported, and the session has ended', async () => {
    const made = createTestSession({
      ...QUESTION,
      options: {
        splice: {
          transcript: finalize(() => {
            throw new Error('cannot close');
          }),
        },
      },
    });
    await made.clock.run(100);
    made.session.close('ended_by_api');
    await expect(made.session.ended).resolves.toMatchObject({ reason: 'ended_by_api' });
    expect(made.errors.map(({ code }) => code)).toEqual(['splice_failed']);
  });

  it('what a splice emits that the floor cannot read ends the session', async () => {
    const made = createTestSession({
      ...QUESTION,
      options: { splice: { transcript: map(() => ({ kind: 'final', segment: 0, text: null }) as never) } },
    });
    await made.clock.run(4000);
    await expect(made.session.ended).resolves.toMatchObject({ reason: 'internal' });
    expect(made.errors.map(({ code }) => code)).toContain('internal');
  });

  it('an error that a stage throws in a timer is reported by its name, and the session goes on', async () => {
    const made = createTestSession({
      ...QUESTION,
      options: {
        stages: {
          interruption:
            ({ scheduler }) =>
            () => {
              scheduler.schedule(() => {
                throw Object.create(null);
              }, 500);
              return NEVER;
            },
        },
      },
    });
    await made.clock.run(1000);
    expect(made.errors.map(({ code, details }) => [code, details.path])).toEqual([
      ['stage_failed', 'stages.interruption'],
    ]);
  });
});
