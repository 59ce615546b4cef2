import { expect, vi } from 'vitest';
import type { SubscriptionLedger } from '../../../src/stream/subscriptionLedger.ts';
import { voiced } from '../../../src/testing/audio.ts';
import { isUnderWay, settleLoopback } from '../../support/loopback.ts';
import { openedSince } from './openResources.ts';
import { hasType, type Peer } from './peer.ts';
import type { Phase, Site } from './site.ts';

/** The answer to a question that is asked again. */
export const SECOND = 'Yes.';

/** The step of time where nothing shorter matters. */
const COARSE_MS = 50;

/** A site, and what shows that nothing of it is left. */
export interface Stage extends Pick<Site, 'app' | 'clock' | 'session' | 'victim' | 'witness'> {
  readonly ledger: SubscriptionLedger;
  readonly before: readonly string[];
  /** Whether something further is waited for before time goes on. */
  readonly isBusy: () => boolean;
}

/** Returns what a test does on a site. */
export function createActs(
  stage: Stage,
): Pick<Site, 'pass' | 'until' | 'reach' | 'speak' | 'asksAgain' | 'history' | 'state' | 'finish'> {
  const { app, clock, session, victim, isBusy } = stage;
  const pass = async (ms: number, stepMs = 20): Promise<void> => {
    for (let left = ms; left > 0; left -= stepMs) {
      const step = Math.min(stepMs, left);
      // What is on the way arrives in the instant in which it was sent: time stands still meanwhile.
      await clock.run(clock.now() + step, () => (isUnderWay() || isBusy() ? settleLoopback() : undefined));
      vi.advanceTimersByTime(step);
      await settleLoopback();
    }
  };
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await pass(20);
  };
  return {
    pass,
    until,
    reach: (phase) => reach(phase, victim, until),
    speak: async () => {
      sendVoice(victim);
      sendSilence(victim);
      await pass(3000, COARSE_MS);
    },
    history: () => historyOf(victim),
    asksAgain: async () => {
      const answered = (): boolean => historyOf(victim).some((one) => one.endsWith(SECOND));
      sendSilence(victim);
      await pass(3000, COARSE_MS);
      victim.say({ type: 'input.text', text: 'and again' });
      for (let waited = 0; waited < 12_000 && !answered(); waited += 200) await pass(200, COARSE_MS);
      return answered();
    },
    state: async () => {
      const { state, reason } = (await app.inject(`/v1/sessions/${session.session_id}`)).json<Record<string, string>>();
      return reason === undefined ? `${state}` : `${state}: ${reason}`;
    },
    finish: () => finish(stage, pass),
  };
}

async function reach(phase: Phase, victim: Peer, until: Site['until']): Promise<void> {
  if (phase === 'listening') {
    sendVoice(victim);
    return until(() => hasType(victim, 'user.speech_started'));
  }
  victim.say({ type: 'input.text', text: phase === 'thinking' ? 'think' : 'answer me' });
  if (phase === 'thinking') return until(() => hasType(victim, 'agent.thinking'));
  return until(() => victim.samples > 0);
}

function sendVoice({ socket }: Peer): void {
  const { samples } = voiced(20);
  for (let n = 0; n < 20; n += 1) socket.send(samples);
}

function sendSilence({ socket }: Peer): void {
  for (let n = 0; n < 50; n += 1) socket.send(Buffer.alloc(640));
}

function historyOf({ messages }: Peer): readonly string[] {
  return messages.flatMap((one) =>
    one.type === 'message.added' ? [`${one.message.role}: ${one.message.content}`] : [],
  );
}

async function finish(
  { app, clock, session, victim, witness, ledger, before }: Stage,
  pass: Site['pass'],
): Promise<void> {
  await app.inject({ method: 'DELETE', url: `/v1/sessions/${session.session_id}` });
  await witness.speak(5);
  await pass(6000, COARSE_MS);
  expect(witness.losses()).toEqual([]);
  victim.socket.terminate();
  witness.peer.say({ type: 'session.end' });
  await pass(1000, COARSE_MS);
  await expect.poll(() => app.websocketServer.clients.size, WAITING).toBe(0);
  expect({ subscriptions: ledger.open(), timers: clock.pending }).toEqual({ subscriptions: {}, timers: 0 });
  await app.close();
  await expect.poll(() => openedSince(before), WAITING).toEqual([]);
}

/** What the system does in its own time is waited for. */
const WAITING = { timeout: 30_000, interval: 5 };
