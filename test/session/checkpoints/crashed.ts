import type { Checkpoint } from '../../../src/core/checkpoint.ts';
import type { OnSessionResumedInput } from '../../../src/session/agent.ts';
import type { SessionUpdate } from '../../../src/session/sessionControl.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import type { Session } from '../../../src/session/session.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../../support/testSession.ts';

export interface WatchedSession extends TestSession {
  readonly checkpoints: readonly Checkpoint[];
  type(atMs: number, text: string): void;
  update(atMs: number, changes: SessionUpdate): void;
}

/** Creates a session whose checkpoints are kept. */
export function watch(options: TestSessionOptions = {}): WatchedSession {
  const clock = options.clock ?? new VirtualClock();
  const made = createTestSession({ ...options, clock, start: false });
  const checkpoints = keep(made.session);
  if (options.start ?? true) made.session.start();
  return {
    ...made,
    checkpoints,
    type: (atMs, text) => clock.schedule(() => made.io.user.text.next(text), atMs),
    update: (atMs, changes) => clock.schedule(() => made.session.update(changes), atMs),
  };
}

/** Runs a session up to a crash, and returns its last checkpoint as another process reads it. */
export async function crash(session: WatchedSession, atMs: number): Promise<Checkpoint> {
  await session.clock.run(atMs);
  const checkpoint = session.checkpoints.at(-1);
  if (checkpoint === undefined) throw new Error('no checkpoint');
  return JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
}

export interface ResumedSession extends WatchedSession {
  /** What `on_session_resumed` got. */
  readonly resumed: readonly OnSessionResumedInput[];
}

/** Resumes a session in another process, on a clock of its own. */
export function resume(checkpoint: Checkpoint, options: TestSessionOptions = {}): ResumedSession {
  const resumed: OnSessionResumedInput[] = [];
  const agent = { on_session_resumed: (input: OnSessionResumedInput) => void resumed.push(input), ...options.agent };
  const made = watch({ ...options, agent, options: { ...options.options, resumeFrom: checkpoint } });
  return { ...made, resumed };
}

function keep({ checkpoint$ }: Session<Record<string, unknown>>): readonly Checkpoint[] {
  const checkpoints: Checkpoint[] = [];
  checkpoint$.subscribe((checkpoint) => checkpoints.push(checkpoint));
  return checkpoints;
}
