import { asyncScheduler as scheduler } from 'rxjs';
import { expect, it, test } from 'vitest';
import type { Digit } from '../../../src/core/digit.ts';
import type { AgentState } from '../../../src/session/states/agentState.ts';
import type { UserState } from '../../../src/session/states/userState.ts';
import { endings } from '../../../src/server/life/endings.ts';
import { createTimeouts } from '../../../src/server/life/timeouts.ts';
import { marbles } from '../../../src/testing/marbles.ts';

const USER: Readonly<Record<string, UserState>> = { s: 'silent', k: 'speaking', e: 'endpointing' };
const AGENT: Readonly<Record<string, AgentState>> = { i: 'idle', t: 'thinking', p: 'speaking' };
const REASONS = { j: 'join_timeout', x: 'idle_timeout', m: 'max_duration' };

/** 8 ms to join, 6 ms of idleness, 20 ms in all. `user` and `agent` begin when the client joins. */
function ends(joined: string, user: string, agent: string, output: string, keys = ''): void {
  marbles(({ hot, cold, expectObservable }) => {
    const session = {
      userState$: cold(user, USER),
      agentState$: cold(agent, AGENT),
      edges: { dtmf: cold<Digit>(keys) },
    };
    const options = { opened: hot(joined, { j: session }), joinMs: 8, idleMs: 6, maxMs: 20 };
    expectObservable(endings({ ...options, scheduler }), '^ 20ms !').toBe(output, REASONS);
  });
}

it('a session that nobody joins', () => ends('-----------', 's', 'i', '--------j-----------m'));

it('a session in which nobody does anything', () => ends('--j--------', 's', 'i', '--------x-----------m'));

it('not a session whose user speaks', () => ends('--j--------', 's-k', 'i', '--------------------m'));

it('not a session whose turn waits', () => ends('--j--------', 's-e', 'i', '--------------------m'));

it('not a session whose agent is busy', () => ends('--j--------', 's', 'i-t-p', '--------------------m'));

it('a session that has become quiet again', () => ends('--j--------', 's-k--s', 'i----t-p-i', '-----------------x--m'));

it('a session whose user has pressed no key for long', () =>
  ends('--j--------', 's', 'i', '------------x-------m', '----5'));

test.each([
  [{ join_timeout: 0 }, 'join_timeout: expected seconds from 1 to 3600, got 0'],
  [{ idle_timeout: 86_401 }, 'idle_timeout: expected seconds from 1 to 86400, got 86401'],
  [{ resume_timeout: -1 }, 'resume_timeout: expected seconds from 0 to 600, got -1'],
  [{ resume_timeout: 601 }, 'resume_timeout: expected seconds from 0 to 600, got 601'],
  [{ drain_timeout: Number.NaN }, 'drain_timeout: expected seconds from 0 to 3600, got NaN'],
  [{ drain_timeout: '5' as never }, 'drain_timeout: expected seconds from 0 to 3600, got 5'],
])('%j is refused', (options, message) =>
  expect(() => createTimeouts(options)).toThrow(expect.objectContaining({ code: 'usage_invalid', message })),
);
