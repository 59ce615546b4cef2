import type { ServerMessageBody } from '../../../src/core/protocol.ts';
import { addToTimeline } from '../../../src/draw/addToTimeline.ts';
import { emptyTimeline, type Timeline } from '../../../src/draw/model.ts';
import * as note from './notes.ts';

/** The timeline of a server's messages at each of these ms. */
export function following(...notes: readonly (readonly [tMs: number, note: ServerMessageBody])[]): Timeline {
  return note.timed(...notes).reduce(addToTimeline, emptyTimeline);
}
