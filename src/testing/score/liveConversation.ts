import type { Observable } from 'rxjs';
import type { Message } from '../../core/message.ts';
import type { SessionEvent } from '../../session/events.ts';
import type { VirtualClock } from '../../time/virtualClock.ts';
import type { Moment } from '../../draw/text/diagram.ts';

/** A conversation that a user takes part in while it runs. */
export interface LiveConversation {
  readonly clock: VirtualClock;
  nowMs(): number;
  readonly events: Observable<SessionEvent>;
  messages(): readonly Message[];
  isAgentSpeaking(): boolean;
  /** The conversation goes on at least until then, in ms. */
  keepUntil(atMs: number): void;
  /** Virtual time stands still for this work. Its failure ends the conversation. */
  hold(work: Promise<void>): void;
  /** Draws what the user says now. */
  note(text: string, forMs: number): void;
}

/** The state of a conversation with users who take part in it. */
export interface LiveState {
  readonly live: LiveConversation;
  /** What they said, for the diagram. */
  readonly moments: readonly Moment[];
  keptUntilMs(): number;
  /** Waits until nothing is held; `undefined` if nothing is. */
  wait(): Promise<void> | undefined;
  /** What has failed, in a list of one. */
  readonly failures: readonly unknown[];
}

export function createLiveState(parts: Pick<LiveConversation, 'clock' | 'nowMs' | 'events' | 'messages'>): LiveState {
  const held = new Set<Promise<void>>();
  const moments: Moment[] = [];
  const failures: unknown[] = [];
  let keptUntilMs = 0;
  let isSpeaking = false;
  parts.events.subscribe(({ name }) => {
    isSpeaking = name === 'on_agent_started_speaking' || (isSpeaking && name !== 'on_agent_stopped_speaking');
  });
  return {
    moments,
    keptUntilMs: () => keptUntilMs,
    wait: () => (held.size === 0 ? undefined : Promise.all(held).then(() => undefined)),
    failures,
    live: {
      ...parts,
      isAgentSpeaking: () => isSpeaking,
      keepUntil: (atMs) => {
        keptUntilMs = Math.max(keptUntilMs, atMs);
      },
      hold: (work) => {
        const settled: Promise<void> = work
          .catch((error: unknown) => void failures.push(error))
          .finally(() => held.delete(settled));
        held.add(settled);
      },
      note: (text, forMs) => {
        const atMs = parts.nowMs();
        moments.push({ lane: 'user', atMs, toMs: atMs + forMs, text });
      },
    },
  };
}
