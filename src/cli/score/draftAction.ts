/** One line of a score: an action of the user or of the client. */
export interface DraftAction {
  readonly atMs: number;
  /** Its end in ms, for sounds. */
  readonly toMs?: number | undefined;
  readonly method:
    | 'user.says'
    | 'user.noise'
    | 'user.types'
    | 'user.mutes'
    | 'user.unmutes'
    | 'client.disconnects'
    | 'client.returns';
  readonly args: readonly unknown[];
}
