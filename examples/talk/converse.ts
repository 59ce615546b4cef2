import { startSession } from 'antiphon';
import type { Agent, SessionEndReason, SessionEvent } from 'antiphon';
import { asyncScheduler, lastValueFrom } from 'rxjs';
import { createDesk } from './desk.ts';
import type { Recording } from './desk.ts';
import { guest } from './guest.ts';
import type { Line } from './guest.ts';
import { minutes } from './minutes.ts';
import type { Minutes } from './minutes.ts';

/** What can be watched while it happens. */
export type Happening =
  | { readonly kind: 'line'; readonly line: Line }
  /** What the recogniser makes of it so far. */
  | { readonly kind: 'hearing'; readonly text: string }
  | { readonly kind: 'event'; readonly event: SessionEvent };

export interface Conversation {
  readonly reason: SessionEndReason;
  readonly minutes: Minutes;
  readonly recording: Recording;
}

/** Lets a guest say `lines` to an agent, in real time, and hangs up when all is said and answered. */
export async function converse<SessionData extends object>(
  agent: Agent<SessionData>,
  lines: readonly Line[],
  watch: (happening: Happening) => void = () => {},
): Promise<Conversation> {
  const scheduler = asyncScheduler;
  const desk = createDesk({ scheduler });
  const session = await startSession(agent, desk.io, { scheduler });
  const taken = lastValueFrom(minutes(session, scheduler));
  session.events$.subscribe((event) => watch({ kind: 'event', event }));
  session.edges.transcript.subscribe(({ text }) => watch({ kind: 'hearing', text }));
  guest(lines, { events: session.events$, speak: desk.speak, scheduler }).subscribe({
    next: (line) => watch({ kind: 'line', line }),
    complete: () => session.end(),
  });
  const { reason } = await session.ended;
  return { reason, minutes: await taken, recording: desk.recording() };
}
