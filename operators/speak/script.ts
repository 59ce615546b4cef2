import type { EndReason, TurnEvent } from '../../src/core/turn.ts';

/** What a reply has generated so far. */
export interface Script {
  readonly text: string;
  readonly round: number;
  /** Null: more may come. */
  readonly ended: EndReason | null;
}

export const blank: Script = { text: '', round: 0, ended: null };

/** Adds what a reply generates to its script; rounds are joined by a space. */
export function write(script: Script, event: TurnEvent): Script {
  switch (event.kind) {
    case 'text':
      return {
        ...script,
        text: script.text + seam(script, event.round, event.delta) + event.delta,
        round: event.round,
      };
    case 'ended':
      return { ...script, ended: event.reason };
    default:
      return script;
  }
}

function seam({ text, round }: Script, nextRound: number, delta: string): string {
  const joined = text === '' || round === nextRound || /\s$/u.test(text) || /^\s/u.test(delta);
  return joined ? '' : ' ';
}
