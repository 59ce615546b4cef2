/** How the write of a checkpoint ended. `superseded`: another node has the session. */
export type WriteResult = 'written' | 'failed' | 'superseded';

/** How an attempt to take a session over ended. `elsewhere`: another node was faster. */
export type TakeOverResult = 'resumed' | 'elsewhere' | 'failed';
