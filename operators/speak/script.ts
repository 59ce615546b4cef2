import type { EndReason, TurnEvent } from '../../src/core/turn.ts';

/** What a reply has generated so far. */
export interface Script {
  readonly text: string;
  readonly round: number;
  /** How often its text has come to a stop to wait for functions: what came before is whole. */
  readonly stops: number;
  /** Null: more may come. */
  readonly ended: EndReason | null;
}

export const blank: Script = { text: '', round: 0, stops: 0, ended: null };

/** Adds what a reply generates to its script; rounds are joined by a space. */
export function write(script: Script, event: TurnEvent): Script {
  switch (event.kind) {
    case 'text':
      return {
        ...script,
        text: script.text + seam(script, event.round, event.delta) + event.delta,
        round: event.round,
      };
    case 'round':
      return event.calls.length === 0 ? script : { ...script, stops: script.stops + 1 };
    case 'ended':
      return { ...script, ended: event.reason };
    default:
      return script;
  }
}

/** What is said beside the rounds, in rounds below 0, is a whole each time. */
function seam({ text, round }: Script, nextRound: number, delta: string): string {
  const goesOn = round === nextRound && round >= 0;
  const joined = text === '' || goesOn || /\s$/u.test(text) || /^\s/u.test(delta);
  return joined ? '' : ' ';
}
