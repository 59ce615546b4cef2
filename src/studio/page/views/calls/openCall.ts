import { navigate } from '../../state/router.ts';

/** Height of a row of the table, in px. */
export const ROW_PX = 36;

/** Opens a call, unless its recording cannot be read. */
export function openCall(id: string, isFaulty: boolean): void {
  if (!isFaulty) navigate({ view: 'call', id, tab: 'transcript', atMs: 0, fromMs: null, toMs: null });
}
