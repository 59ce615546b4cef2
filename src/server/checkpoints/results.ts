/** The result of writing a checkpoint. `superseded` means that another node has the session. */
export type WriteResult = 'written' | 'failed' | 'superseded';

/** The result of an attempt to take a session over. `elsewhere` means that another node was faster. */
export type TakeOverResult = 'resumed' | 'elsewhere' | 'failed';
