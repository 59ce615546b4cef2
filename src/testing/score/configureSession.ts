import type { Agent } from '../../session/agent.ts';
import { runAs } from '../../time/caller.ts';
import type { VirtualClock } from '../../time/virtualClock.ts';
import { settle } from '../../time/runSteps.ts';
import { createCallTracker } from './callTracker.ts';

const NAME = 'configure_session';
/** Limit on its real time, in ms. */
const MAX_REAL_MS = 4000;
/** Limit on its virtual time, in ms. */
const MAX_VIRTUAL_MS = 60_000;
/** Step of virtual time until it has ended, in ms. */
const STEP_MS = 10;

/** Calls `configure_session`, which may take real or virtual time. Rejects if it does not end within the limits. */
export async function configureSession<SessionData extends object>(
  agent: Agent<SessionData>,
  custom_data: Record<string, unknown>,
  clock: VirtualClock,
): Promise<Awaited<ReturnType<Agent<SessionData>['configure_session']>>> {
  const calls = createCallTracker(MAX_REAL_MS);
  const controller = new AbortController();
  const { signal } = controller;
  const call = calls.track(NAME, signal);
  const end = call.begin();
  let hasEnded = false;
  const configured = runAs(call, async () => agent.configure_session({ custom_data, signal })).finally(() => {
    hasEnded = true;
    end();
  });
  // It is awaited below, and only once it has settled.
  configured.catch(() => undefined);
  const fail = (waits: string): Error => {
    controller.abort();
    return new Error(`${NAME} has not ended: ${waits}. Replace what it waits for with a double`);
  };
  const deadline = clock.now() + MAX_VIRTUAL_MS;
  for (;;) {
    await settle();
    await calls.wait();
    if (hasEnded) return configured;
    if (calls.abandoned().length > 0) throw fail(`it waits for more than ${MAX_REAL_MS / 1000} s of real time`);
    if (clock.now() >= deadline) throw fail(`it waits for more than ${MAX_VIRTUAL_MS / 1000} s of virtual time`);
    await clock.run(clock.now() + STEP_MS, calls.wait);
  }
}
