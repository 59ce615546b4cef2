/** A token of a session, as its claims describe it. */
export interface SessionToken {
  readonly id: string;
  readonly sessionId: string;
  /** The node that issued it. */
  readonly issuer: string;
  /** When it was issued, in ms; later than all tokens that the node issued for the session before. */
  readonly issued: number;
}

/** Tracks for each session which of its tokens have a successor. */
export interface Successions {
  /** Returns the issue time of a session's next token, in ms: now, but later than the previous one. */
  stamp(sessionId: string, now: Date): number;
  /**
   * Replaces all tokens that the node issued for a session before the next one, except for the token that admitted the
   * client.
   */
  add(claims: SessionToken, next: Pick<SessionToken, 'issuer' | 'issued'>): void;
  isSucceeded(claims: SessionToken): boolean;
  forget(sessionId: string): void;
}

interface Succession {
  /** The time for each node from which its tokens are valid. */
  readonly since: Map<string, number>;
  /** The token that admitted the client. */
  latest: string;
}

/**
 * Creates the successions. A session that was taken over has tokens of several nodes, whose times cannot be compared.
 */
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
