import type { Rig } from '../support/rig.ts';
import { at, type Cue } from '../catalogue/stage.ts';

/** Behind all else that is due in that instant. */
export function behind(atMs: number, act: (rig: Rig) => void): Cue {
  return at(atMs - 1, (rig) => void rig.clock.schedule(() => act(rig), 1));
}
