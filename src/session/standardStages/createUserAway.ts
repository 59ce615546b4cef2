import { isDeepStrictEqual } from 'node:util';
import {
  combineLatest,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  merge,
  startWith,
  switchMap,
  takeUntil,
  type Observable,
} from 'rxjs';
import { userAway } from '../../../operators/userAway.ts';
import { askAgent } from '../agentCode/askAgent.ts';
import type { UserAwaySettings } from '../config/config.ts';
import type { CurrentSettings } from '../updates/createUpdates.ts';
import { createChatMessages } from '../agentCode/createChatMessages.ts';
import { valueOf, type RespondOptions } from './createRespond.ts';
import type { StageContext } from '../stages.ts';

/** Matches no turn, so that all messages keep their text. */
const NO_TURN = -1;

/**
 * Creates the source of the agent's texts for an absent user, using its `on_user_away`. Drops texts that arrive too
 * late.
 */
export function createUserAway<SessionData extends object>(
  { ofTurn, changes }: CurrentSettings,
  options: RespondOptions<SessionData>,
): (context: StageContext) => Observable<string> {
  return (context) =>
    defer(() => changes.pipe(startWith(ofTurn()))).pipe(
      map(({ userAway }) => userAway),
      distinctUntilChanged((before, after) => isDeepStrictEqual(before, after)),
      switchMap((settings) => (settings === undefined ? EMPTY : sayToAbsent(settings, options, context))),
    );
}

function sayToAbsent<SessionData extends object>(
  settings: UserAwaySettings,
  { agent, sessionData: session_data, control: session, contain }: RespondOptions<SessionData>,
  context: StageContext,
): Observable<string> {
  const { edges, floor, connected, history, scheduler } = context;
  const words = edges.transcript.pipe(filter(({ text }) => text.trim() !== ''));
  const signs = merge(words, edges.textIn, edges.dtmf);
  const busy = combineLatest([floor.quiet, connected]).pipe(
    map(([quiet, isConnected]) => quiet === 'busy' || !isConnected),
  );
  const hearing = floor.quiet.pipe(map((quiet) => quiet === 'hearing'));
  const isBack = merge(signs, busy.pipe(filter(Boolean)));
  const ask = (times: number): Observable<string> => {
    const call = (request: { readonly signal: AbortSignal }): unknown =>
      agent.on_user_away?.({
        times,
        messages: createChatMessages(valueOf(history), NO_TURN),
        session_data,
        get signal() {
          return request.signal;
        },
        session,
      });
    return askAgent({ name: 'on_user_away', code: 'user_away_failed', call, contain }, context).pipe(takeUntil(isBack));
  };
  return signs.pipe(userAway({ ...settings, busy, hearing, scheduler }), switchMap(ask));
}
