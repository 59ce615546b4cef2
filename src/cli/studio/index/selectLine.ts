/** The beginning of a line up to its name: `{"t":12.5,"after":3,"in":"vad"`. */
const START = /^\{"t":[\d.e+-]+,(?:"joined":true,|"due":[\d.e+-]+,|"after":\d+,)*"(in|out)":"([a-zA-Z]+)/u;

/** The lines that a summary reads. */
const NEEDED: ReadonlySet<string> = new Set([
  'in typed',
  'in entry',
  'out activity',
  'out command',
  'out ended',
  'out error',
  'out event',
  'out functionCalls',
  'out metrics',
  'out playout',
  'out speech',
  'out transcript',
  'out usage',
  'out userTurn',
]);

/** The lines of frames, timers and positions: most of a recording. */
const FRAMES: ReadonlySet<string> = new Set(['in audio', 'in vad', 'in tick', 'in report']);

const AUDIO = '"out":"playout","v":{"kind":"audio"';
const TEXT = '"out":"speech","v":{"kind":"text"';
/** Number of characters in which the name of a line is. */
export const NAME_WITHIN = 160;

/**
 * Returns whether a summary needs a line. Looks only at its beginning, because parsing all lines of a folder would take
 * minutes. A line with an unusual beginning is parsed.
 */
export function isNeeded(line: string): boolean {
  const start = line.length > NAME_WITHIN ? line.slice(0, NAME_WITHIN) : line;
  const match = START.exec(start);
  if (match === null) return true;
  return NEEDED.has(`${match[1]} ${match[2]}`) && !start.includes(AUDIO) && !start.includes(TEXT);
}

/** Reads the time of a line that is not parsed. Returns null if the line has an unusual beginning. */
export function readTime(line: string): number | null {
  const comma = line.indexOf(',');
  const t = line.startsWith('{"t":') && comma !== -1 ? Number(line.slice(5, comma)) : Number.NaN;
  return Number.isFinite(t) ? t : null;
}

/** Returns whether a line holds a frame, a timer or a position. `start`: its first `NAME_WITHIN` characters. */
export function isFrame(start: string): boolean {
  const match = START.exec(start);
  return match !== null && (FRAMES.has(`${match[1]} ${match[2]}`) || start.includes(AUDIO));
}
