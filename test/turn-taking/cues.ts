import type { TestSession } from '../support/testSession.ts';
import { does, type UserAction } from '../catalogue/stage.ts';

/** Behind all else that is due in that instant. */
export function doesLast(atMs: number, act: (made: TestSession) => void): UserAction {
  return does(atMs - 1, (made) => void made.clock.schedule(() => act(made), 1));
}
