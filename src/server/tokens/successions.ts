/** A token of a session, as its claims describe it. */
export interface SessionToken {
  readonly id: string;
  readonly sessionId: string;
  /** The node that has issued it. */
  readonly issuer: string;
  /** When it was issued, in ms: later than all that its node has issued for the session before. */
  readonly issued: number;
}

/** Knows for each session which of its tokens have a successor. */
export interface Successions {
  /** Returns the time of the next token of a session, in ms: now, but later than that of the one before. */
  stamp(sessionId: string, now: Date): number;
  /** Succeeds all tokens of a session that its node has issued before the next one, except for the one that has let its client in. */
  add(claims: SessionToken, next: Pick<SessionToken, 'issuer' | 'issued'>): void;
  isSucceeded(claims: SessionToken): boolean;
  forget(sessionId: string): void;
}

interface Succession {
  /** For each node the time from which on its tokens count. */
  readonly since: Map<string, number>;
  /** The token that has let the client in. */
  latest: string;
}

/** A session that was taken over has tokens of several nodes, whose times cannot be compared. */
export function createSuccessions(): Successions {
  const sessions = new Map<string, Succession>();
  const latest = new Map<string, number>();
  return {
    stamp: (sessionId, now) => {
      const issued = Math.max(now.getTime(), (latest.get(sessionId) ?? 0) + 1);
      latest.set(sessionId, issued);
      return issued;
    },
    add: ({ sessionId, id, issuer, issued }, next) => {
      const succession = sessions.get(sessionId) ?? { since: new Map<string, number>(), latest: id };
      const raise = (node: string, time: number): void =>
        void succession.since.set(node, Math.max(time, succession.since.get(node) ?? 0));
      raise(issuer, issued);
      raise(next.issuer, next.issued);
      succession.latest = id;
      sessions.set(sessionId, succession);
    },
    isSucceeded: ({ sessionId, id, issuer, issued }) => {
      const succession = sessions.get(sessionId);
      return succession !== undefined && succession.latest !== id && issued < (succession.since.get(issuer) ?? 0);
    },
    forget: (sessionId) => {
      sessions.delete(sessionId);
      latest.delete(sessionId);
    },
  };
}
