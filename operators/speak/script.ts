import type { EndReason, TurnEvent } from '../../src/core/turn.ts';

/** What a reply has generated so far. */
export interface Script {
  readonly text: string;
  /** What the latest event has added to `text`. */
  readonly delta: string;
  readonly round: number;
  /** Whether there is anything in `text` but white space. */
  readonly hasWords: boolean;
  /** The text up to this offset is complete: the reply waits for functions, or its owner has said it. */
  readonly completeChars: number;
  /** Null: more may come. */
  readonly ended: EndReason | null;
}

export const blank: Script = { text: '', delta: '', round: 0, hasWords: false, completeChars: 0, ended: null };

/** Adds what a reply generates to its script; rounds are joined by a space. It never reads what was added before. */
export function write(script: Script, event: TurnEvent): Script {
  switch (event.kind) {
    case 'text': {
      const delta = seam(script, event.round, event.delta) + event.delta;
      const text = script.text + delta;
      const completeChars = event.round < 0 ? text.length : script.completeChars;
      const hasWords = script.hasWords || delta.trim() !== '';
      return { ...script, text, delta, hasWords, completeChars, round: event.round };
    }
    case 'round':
      return {
        ...script,
        delta: '',
        completeChars: event.calls.length === 0 ? script.completeChars : script.text.length,
      };
    case 'ended':
      return { ...script, delta: '', ended: event.reason };
    default:
      return script;
  }
}

/** What is said beside the rounds, in rounds below 0, is a whole each time. */
function seam({ text, round }: Script, nextRound: number, delta: string): string {
  const goesOn = round === nextRound && round >= 0;
  const joined = goesOn || text === '' || /\s/u.test(text.charAt(text.length - 1)) || /^\s/u.test(delta);
  return joined ? '' : ' ';
}
