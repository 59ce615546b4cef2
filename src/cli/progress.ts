import type { Terminal } from './command.ts';

/** How many characters the bar has. */
const BAR = 30;
/** Where a line cannot be written over, one is written each time so much more is done. */
const SHARE = 0.25;

/** Tells on `err` how far a long work is: one line, written over, or now and then a line. */
export function createProgress(
  terminal: Pick<Terminal, 'err' | 'isTty'>,
  what: string,
): (done: number, all: number) => void {
  let shown = -1;
  let told = 0;
  return (done, all) => {
    const filled = Math.floor((done / all) * BAR);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${done}/${all} ${what}`;
    if (terminal.isTty && (filled > shown || done === all)) {
      terminal.err(shown === -1 ? bar : `${LINE_ABOVE}${bar}`);
      shown = filled;
    } else if (!terminal.isTty && done / all >= told + SHARE) {
      terminal.err(`${done}/${all} ${what}`);
      told = Math.floor(done / all / SHARE) * SHARE;
    }
  };
}

/** Goes to the line above and clears it. */
const LINE_ABOVE = '\u001b[1A\u001b[2K';
