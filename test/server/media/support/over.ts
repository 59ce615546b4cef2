import { expect } from 'vitest';
import type { SessionEndReason } from '../../../../src/session/floor/types.ts';
import type { VirtualCall } from './virtualCall.ts';

/** What must be true of every call that is over. */
export function expectNothingLeft({ clock, socket, ledger }: VirtualCall): void {
  expect(socket.listening).toBe(0);
  expect(ledger.open()).toEqual({});
  expect(clock.pending).toBe(0);
}

export async function endOf({ session }: VirtualCall): Promise<SessionEndReason> {
  const { reason } = await session.ended;
  return reason;
}
