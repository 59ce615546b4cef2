import { concatWith, delay, EMPTY, finalize, map, NEVER, take, toArray, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { EDGES } from '../../../src/session/edges.ts';
import type { StageName, Stages } from '../../../src/session/stages.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../../support/testSession.ts';

const CONVERSATION: TestSessionOptions = {
  voice: [{ atMs: 0, forMs: 640 }],
  says: ['tell me'],
  llm: [{ calls: [{ name: 'look' }] }, 'Thank you.', 'And you.'],
  functions: { look: () => 'seen' },
};

function create(stages: Stages, options: Partial<TestSessionOptions> = {}): TestSession {
  return createTestSession({ ...CONVERSATION, ...options, options: { ...options.options, stages } });
}

const messagesOf = ({ errors }: TestSession): readonly string[] => errors.map(({ message }) => message);

/** Replaces a stage by an Observable. */
const replacedBy = (name: StageName, output: Observable<never>): Stages => ({ [name]: () => () => output });

describe('a stage that does nothing is reported by name, and the call goes on', () => {
  it.each<[StageName, string]>([
    ['transcribe', 'stage "transcribe" (yours) has not settled segment 0 for 30 s'],
    ['endpointing', 'stage "endpointing" (yours) has not ended the user\'s turn for 30 s'],
    ['llmTurn', 'stage "llmTurn" (yours) has not continued the reply to turn 0 for 30 s'],
    ['functions', 'stage "functions" (yours) has not executed the calls of turn 0 for 60 s'],
    ['speak', 'stage "speak" (yours) has not spoken the reply to turn 0 for 10 s'],
    ['pace', 'stage "pace" (yours) has not sent the audio of utterance u0.0 for 30 s'],
  ])('%s', async (name, message) => {
    const made = create(replacedBy(name, NEVER));
    made.clock.schedule(() => made.io.user.text.next('hello'), 100_000);
    await made.clock.run(120_000);
    expect(messagesOf(made)).toContain(message);
    expect(made.history()).toContain('user: hello');
  });

  it('vad: a segment that is not ended', async () => {
    const openSegment: Stages['vad'] = () => (audio) =>
      audio.pipe(
        take(1),
        map(() => ({ kind: 'started', segment: 0, atMs: 64, voicedMs: 64, lastVoicedMs: 64, audio: [] }) as const),
        concatWith(NEVER),
      );
    const made = create({ vad: openSegment });
    await made.clock.run(20_000);
    expect(messagesOf(made)).toContain('stage "vad" (yours) has not ended segment 0 for 10 s');
    expect(made.eventNames).toContain('user_stopped_speaking');
  });

  it.each<StageName>(['llmTurn', 'functions', 'speak', 'pace'])(
    '%s: the user waits, which is reported after 8 s',
    async (name) => {
      const made = create(replacedBy(name, NEVER));
      await made.clock.run(12_000);
      expect(made.codes).toContain('slow_reply');
    },
  );

  it('the `speak` stage may begin later than its text', async () => {
    const speak: Stages['speak'] =
      ({ scheduler }, standard) =>
      (replies) =>
        replies.pipe(delay(300, scheduler), standard());
    const made = create({ speak });
    await made.clock.run(20_000);
    expect(made.history().at(-1)).toBe('assistant: Thank you.');
    expect(messagesOf(made)).toEqual([]);
  });

  it('a wrapped standard stage is not reported, however long a function takes', async () => {
    const made = create(
      {
        functions: (_, standard) => standard(),
        llmTurn: (_, standard) => standard(),
        speak: (_, standard) => standard(),
      },
      { functions: { look: (clock) => new Promise((resolve) => clock.schedule(() => resolve('seen'), 29_000)) } },
    );
    await made.clock.run(120_000);
    expect(made.history().at(-1)).toBe('assistant: Thank you.');
    expect(messagesOf(made).filter((message) => message.startsWith('stage'))).toEqual([]);
  });
});

describe('a stage that completes early', () => {
  it.each<StageName>(['vad', 'transcribe', 'llmTurn', 'functions', 'speak', 'pace'])(
    '%s: the session ends with a named reason',
    async (name) => {
      const made = create(replacedBy(name, EMPTY));
      await made.clock.run(5000);
      expect((await made.session.ended).reason).toBe('part_failed');
      expect(messagesOf(made)).toEqual([`stage "${name}" (yours) completed before the session ended`]);
    },
  );

  it.each<StageName>(['endpointing', 'interruption', 'digits'])(
    '%s: it is reported, and the session goes on',
    async (name) => {
      const made = create(replacedBy(name, EMPTY));
      await made.clock.run(60_000);
      expect(messagesOf(made)).toContain(`stage "${name}" (yours) completed before the session ended`);
      expect(made.history()).toContain('assistant: Thank you.');
    },
  );
});

describe('a stage that cannot be created rejects the start with its name, and ends the session', () => {
  const endpointing = (create: unknown): Stages => ({ endpointing: create as Stages['endpointing'] });

  it.each<[string, Stages, string]>([
    [
      'its factory throws',
      endpointing(() => {
        throw new TypeError('rule is not a function');
      }),
      'stage "endpointing" (yours): rule is not a function',
    ],
    [
      'its operator throws',
      endpointing(() => () => {
        throw new TypeError('items is not iterable');
      }),
      'stage "endpointing" (yours): items is not iterable',
    ],
    [
      'it returns no operator',
      endpointing(() => undefined),
      'stage "endpointing" (yours) returned nothing instead of an operator',
    ],
    [
      'its operator returns no Observable',
      endpointing(() => () => 3),
      'stage "endpointing" (yours) returned a number instead of an Observable',
    ],
  ])('%s', async (_, stages, message) => {
    const made = create(stages, { start: false });
    expect(() => made.session.start()).toThrow(expect.objectContaining({ code: 'stage_failed', message }));
    expect((await made.session.ended).reason).toBe('part_failed');
    expect(made.ledger.open()).toEqual({});
  });
});

describe('the public streams of a session', () => {
  it('complete with the session', async () => {
    const made = createTestSession({ ...CONVERSATION, start: false });
    const { edges, events$, errors$, history$, agentState$, userState$, firstBytes$, checkpoint$ } = made.session;
    const streams: Record<string, Observable<unknown>> = {
      ...edges,
      events$,
      errors$,
      history$,
      agentState$,
      userState$,
      firstBytes$,
      checkpoint$,
    };
    const completed: string[] = [];
    const finalized: string[] = [];
    for (const [name, stream] of Object.entries(streams))
      stream
        .pipe(
          finalize(() => finalized.push(name)),
          toArray(),
        )
        .subscribe(() => completed.push(name));
    made.session.start();
    made.clock.schedule(() => made.session.end({ after: 'now' }), 3000);
    await made.clock.run(5000);
    expect(completed.toSorted()).toEqual(Object.keys(streams).toSorted());
    expect(finalized.toSorted()).toEqual(Object.keys(streams).toSorted());
  });

  it('complete at once for late subscribers, after the latest state', async () => {
    const made = createTestSession({ ...CONVERSATION });
    made.clock.schedule(() => made.session.end({ after: 'now' }), 100);
    await made.clock.run(5000);
    const seen: unknown[] = [];
    made.session.agentState$.subscribe({ next: (state) => seen.push(state), complete: () => seen.push('completed') });
    made.session.edges.reply.subscribe({ complete: () => seen.push('completed') });
    expect(seen).toEqual(['idle', 'completed', 'completed']);
  });

  it('are read-only', () => {
    const { session } = createTestSession({ ...CONVERSATION, start: false });
    for (const edge of EDGES) expect('next' in session.edges[edge]).toBe(false);
  });
});
