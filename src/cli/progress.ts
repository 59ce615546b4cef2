import type { Terminal } from './command.ts';

/** Length of the bar, in characters. */
const BAR = 30;
/** Without a terminal, writes a line each time this share of the work is done. */
const SHARE = 0.25;

/** Creates a progress display on `err`: a line that is overwritten, or an occasional new line. */
export function createProgress(
  terminal: Pick<Terminal, 'err' | 'isTty'>,
  what: string,
): (done: number, all: number) => void {
  let shown = -1;
  let reported = 0;
  return (done, all) => {
    const filled = Math.floor((done / all) * BAR);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${done}/${all} ${what}`;
    if (terminal.isTty && (filled > shown || done === all)) {
      terminal.err(shown === -1 ? bar : `${LINE_ABOVE}${bar}`);
      shown = filled;
    } else if (!terminal.isTty && done / all >= reported + SHARE) {
      terminal.err(`${done}/${all} ${what}`);
      reported = Math.floor(done / all / SHARE) * SHARE;
    }
  };
}

/** Moves the cursor to the line above and clears it. */
export const LINE_ABOVE = '\u001b[1A\u001b[2K';
