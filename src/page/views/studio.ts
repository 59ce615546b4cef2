import type { State } from '../state.ts';

/** Creates the view of the link to the recording of the call. The page has it if the server offers it. */
export function studioView(root: ParentNode): (state: State) => void {
  const link = root.querySelector('#studio');
  return ({ phase, session }) => {
    if (!(link instanceof HTMLAnchorElement)) return;
    link.hidden = phase !== 'ended' || session === null;
    if (session !== null) link.href = `/studio/${encodeURIComponent(session)}`;
  };
}
