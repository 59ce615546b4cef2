import { filter, map, switchMap, takeUntil, type Observable } from 'rxjs';
import { askAgent } from '../agentCode/askAgent.ts';
import { createChatMessages } from '../agentCode/createChatMessages.ts';
import { valueOf, type RespondOptions } from './createRespond.ts';
import type { StageContext } from '../stages.ts';

/** The filler that a function returned for the reply to a turn. */
interface AskedFiller {
  readonly turn: number;
  readonly text: string;
}

/**
 * Creates the source of fillers for slow answers, using the `filler` function of the config. Drops a filler that
 * arrives after the answer.
 */
export function createFiller<SessionData extends object>(
  options: Omit<RespondOptions<SessionData>, 'control'>,
): (context: StageContext) => Observable<AskedFiller> {
  return (context) => askForFillers(options, context);
}

function askForFillers<SessionData extends object>(
  { agent, sessionData: session_data, contain }: Omit<RespondOptions<SessionData>, 'control'>,
  context: StageContext,
): Observable<AskedFiller> {
  const { edges, floor, history } = context;
  const ask = (turn: number): Observable<AskedFiller> => {
    const call = (request: { readonly signal: AbortSignal }): unknown =>
      agent.filler?.({
        messages: createChatMessages(valueOf(history), turn),
        session_data,
        get signal() {
          return request.signal;
        },
      });
    const isOver = edges.reply.pipe(
      filter((event) => event.turn === turn && (event.kind === 'text' || event.kind === 'ended')),
    );
    return askAgent({ name: 'filler', code: 'filler_failed', call, contain }, context).pipe(
      takeUntil(isOver),
      map((text) => ({ turn, text })),
    );
  };
  return floor.fillerAsked.pipe(switchMap(({ turn }) => ask(turn)));
}
