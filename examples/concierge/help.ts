import type { PartSession } from 'antiphon';

/** What the concierge says when it has not understood the guest `REJECTS` times in a row. */
export const HELP: string =
  'I did not catch that. You can say: what time is it. Or: I would like to book a table for two people at seven. Or: tell me about the restaurant.';

const REJECTS = 2;

/** Counts, for each session, the sentences in a row that the recogniser did not understand. */
export interface Help {
  /** Follows a session from the first call on. */
  watch(session: PartSession): void;
  /** Begins to count anew: the guest was understood. */
  understood(session: PartSession): void;
}

/** Creates the help of all sessions of an agent. */
export function createHelp(): Help {
  const rejects = new WeakMap<PartSession, number>();
  const count = (session: PartSession): void => {
    const times = (rejects.get(session) ?? 0) + 1;
    rejects.set(session, times % REJECTS);
    if (times === REJECTS) session.say(HELP);
  };
  return {
    watch: (session) => {
      if (rejects.has(session)) return;
      rejects.set(session, 0);
      session.errors$.subscribe(({ code }) => {
        if (code === 'speech_not_understood') count(session);
      });
    },
    understood: (session) => {
      if (rejects.has(session)) rejects.set(session, 0);
    },
  };
}
