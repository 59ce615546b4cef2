import type { EndReason, TurnEvent } from '../../src/core/turn.ts';

/** What a reply has generated so far. */
export interface Script {
  readonly text: string;
  readonly round: number;
  /** The text up to this offset is complete: the reply waits for functions, or its owner has said it. */
  readonly completeChars: number;
  /** Null: more may come. */
  readonly ended: EndReason | null;
}

export const blank: Script = { text: '', round: 0, completeChars: 0, ended: null };

/** Adds what a reply generates to its script; rounds are joined by a space. */
export function write(script: Script, event: TurnEvent): Script {
  switch (event.kind) {
    case 'text': {
      const text = script.text + seam(script, event.round, event.delta) + event.delta;
      const completeChars = event.round < 0 ? text.length : script.completeChars;
      return { ...script, text, completeChars, round: event.round };
    }
    case 'round':
      return event.calls.length === 0 ? script : { ...script, completeChars: script.text.length };
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
