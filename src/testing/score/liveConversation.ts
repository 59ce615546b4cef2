import type { Observable } from 'rxjs';
import type { Message } from '../../core/message.ts';
import type { SessionEvent } from '../../session/events.ts';
import type { VirtualClock } from '../../time/virtualClock.ts';
import type { Moment } from '../../draw/text/diagram.ts';

/** A conversation in which a user takes part while it runs. */
export interface LiveConversation {
  readonly clock: VirtualClock;
  nowMs(): number;
  readonly events: Observable<SessionEvent>;
  messages(): readonly Message[];
  isAgentSpeaking(): boolean;
  /** Keeps the conversation going at least until `atMs`. */
  keepUntil(atMs: number): void;
  /** Holds virtual time during this work. If the work fails, the conversation ends. */
  hold(work: Promise<void>): void;
  /** Records what the user says now, for the diagram. */
  note(text: string, forMs: number): void;
}

/** The state of a conversation with users who take part in it. */
export interface LiveState {
  readonly live: LiveConversation;
  /** What the users said, for the diagram. */
  readonly moments: readonly Moment[];
  keptUntilMs(): number;
  /** Resolves when nothing is held any more; `undefined` if nothing is held now. */
  wait(): Promise<void> | undefined;
  /** The failure, in a list of at most one. */
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
