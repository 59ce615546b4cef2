import type { PullProgress } from '../../models/pull/options.ts';
import type { Terminal } from '../command.ts';
import { LINE_ABOVE } from '../progress.ts';
import { formatSize } from './format.ts';

/** Without a terminal, the display writes a line each time another share of the work is done, in percent. */
const STEP = 10;

/** The display of a pull on `err`. */
export interface PullDisplay {
  show(progress: PullProgress): void;
  /** Writes a line that stays. */
  note(line: string): void;
}

/** Creates a display: a line that is overwritten, or a line for each 10 %. */
export function createPullDisplay(terminal: Pick<Terminal, 'err' | 'isTty'>): PullDisplay {
  const step = terminal.isTty ? 1 : STEP;
  let shown = { what: '', steps: 0 };
  return {
    show: (progress) => {
      const { phase, file, done, total } = progress;
      const what = `${phase} ${file}`;
      const steps = total === null ? 0 : Math.floor((done / total) * (100 / step));
      const isSame = what === shown.what;
      if (isSame && steps === shown.steps) return;
      const line = `${what}: ${formatDone(progress)}`;
      terminal.err(isSame && terminal.isTty ? `${LINE_ABOVE}${line}` : line);
      shown = { what, steps };
    },
    note: (line) => {
      terminal.err(line);
      shown = { what: '', steps: 0 };
    },
  };
}

function formatDone({ done, total }: PullProgress): string {
  if (total === null) return formatSize(done);
  return `${Math.floor((done / total) * 100)} %, ${formatSize(done)} of ${formatSize(total)}`;
}
